// SPDX-License-Identifier: Apache-2.0
//
// key = mix(mix(a, b) ^ feature) with an invertible mix: mix⁻¹(key) has the upper half of mix(a,
// b), by which its shapes are found again, and the rest is the feature. A pair of shapes that has
// the same upper half by chance adds a key that no contact has.
#include "contact/contact_key.hpp"

#include <algorithm>

namespace perpend {
namespace {

// Computes splitmix64, so that keys of different features do not collide in practice.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// Computes the inverse of mix(); the factors are the inverses modulo 2^64.
std::uint64_t unmix(std::uint64_t x) {
  x = (x ^ (x >> 31) ^ (x >> 62)) * 0x319642b2d24d8ec3ull;
  x = (x ^ (x >> 27) ^ (x >> 54)) * 0x96de1b173f119089ull;
  return (x ^ (x >> 30) ^ (x >> 60)) - 0x9e3779b97f4a7c15ull;
}

std::uint64_t mixed_pair(int a, int b) {
  return mix((static_cast<std::uint64_t>(a) << 32) | static_cast<std::uint32_t>(b));
}

// A key without its outer mix, and whether it was inverted, as that of a speculative contact is.
struct OpenKey {
  std::uint64_t inner = 0;
  bool inverted = false;
  const ContactMemory* contact = nullptr;
  std::uint32_t pair_half() const { return static_cast<std::uint32_t>(inner >> 32); }
};

std::vector<OpenKey> opened(std::span<const ContactMemory> contacts) {
  std::vector<OpenKey> keys;
  for (const ContactMemory& contact : contacts) {
    keys.push_back({unmix(contact.key), false, &contact});
    keys.push_back({unmix(~contact.key), true, &contact});
  }
  std::ranges::sort(keys, {}, &OpenKey::pair_half);
  return keys;
}

// Renames the contacts between two shapes with new numbers.
void rename(std::span<const OpenKey> keys, std::uint64_t pair, int a, int b,
            std::vector<ContactMemory>& renamed) {
  const auto half = static_cast<std::uint32_t>(pair >> 32);
  auto key = std::ranges::lower_bound(keys, half, {}, &OpenKey::pair_half);
  for (; key != keys.end() && key->pair_half() == half; ++key) {
    const std::uint64_t name = contact_key(a, b, static_cast<std::uint32_t>(key->inner ^ pair));
    renamed.push_back({key->inverted ? ~name : name, key->contact->impulse});
  }
}

}  // namespace

std::uint64_t contact_key(int shape_a, int shape_b, std::uint32_t feature) {
  return mix(mixed_pair(shape_a, shape_b) ^ feature);
}

std::vector<ContactMemory> renamed_contacts(std::span<const ContactMemory> contacts,
                                            const Model& from, std::span<const int> shape_in) {
  std::vector<ContactMemory> renamed;
  int planar = 0;
  for (const Body& body : from.bodies) planar += static_cast<int>(body.details->shapes.size());
  const int all = static_cast<int>(shape_in.size());
  const std::vector<OpenKey> keys = opened(contacts);
  for (int i = 0; i < all && !keys.empty(); ++i)
    for (int j = i + 1; j < (i < planar ? planar : all); ++j)
      if (shape_in[i] >= 0 && shape_in[i] < shape_in[j])
        rename(keys, mixed_pair(i, j), shape_in[i], shape_in[j], renamed);
  std::ranges::stable_sort(renamed, {}, &ContactMemory::key);
  return renamed;
}

}  // namespace perpend
