// SPDX-License-Identifier: Apache-2.0
#include "profile.hpp"

#include <algorithm>
#include <map>

namespace perpend::bench {

std::vector<Profile> performance_profiles(const std::vector<ProfileSample>& samples, int smallest,
                                          int largest) {
  const auto in_group = [&](const ProfileSample& s) { return s.n >= smallest && s.n <= largest; };
  std::map<int, double> fastest;
  for (const ProfileSample& sample : samples)
    if (in_group(sample)) {
      const auto [entry, fresh] = fastest.try_emplace(sample.problem, 1e300);
      if (sample.solved) entry->second = std::min(entry->second, sample.time_us);
    }
  std::vector<Profile> profiles;
  for (const ProfileSample& sample : samples) {
    if (!in_group(sample)) continue;
    auto profile = std::find_if(profiles.begin(), profiles.end(),
                                [&](const Profile& p) { return p.solver == sample.solver; });
    if (profile == profiles.end())
      profile =
          profiles.insert(profiles.end(), {sample.solver, static_cast<int>(fastest.size()), {}});
    if (sample.solved) profile->factors.push_back(sample.time_us / fastest[sample.problem]);
  }
  for (Profile& profile : profiles) std::sort(profile.factors.begin(), profile.factors.end());
  return profiles;
}

}  // namespace perpend::bench
