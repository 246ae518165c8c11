// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_key.hpp"

#include <doctest/doctest.h>

namespace perpend {
namespace {

// Bodies with so many shapes in the plane and in space.
Model shapes(std::initializer_list<std::pair<int, int>> counts) {
  Model model;
  for (const auto& [planar, spatial] : counts) {
    model.bodies.emplace_back();
    model.bodies.back().details->shapes.resize(planar);
    model.bodies.back().details->spatial_shapes.resize(spatial);
  }
  return model;
}

}  // namespace

TEST_CASE("contacts are found under the new numbers of their shapes") {
  const Model model = shapes({{2, 0}, {1, 2}});  // 0 1 2 in the plane, 3 4 in space
  std::vector<ContactMemory> contacts{{contact_key(0, 2, 7), {1, 0, 0}},
                                      {contact_key(1, 2, 0xffffffff), {2, 0, 0}},
                                      {~contact_key(3, 4, 0x80000001), {3, 0, 0}}};
  const int in[] = {4, 5, 6, 10, 11};
  const auto renamed = renamed_contacts(contacts, model, in);
  REQUIRE(renamed.size() == 3);
  const auto impulse = [&](std::uint64_t key) {
    for (const ContactMemory& contact : renamed)
      if (contact.key == key) return contact.impulse.x();
    return 0.0;
  };
  CHECK(impulse(contact_key(4, 6, 7)) == 1);
  CHECK(impulse(contact_key(5, 6, 0xffffffff)) == 2);
  CHECK(impulse(~contact_key(10, 11, 0x80000001)) == 3);
  CHECK(renamed[0].key < renamed[1].key);
}

TEST_CASE("contacts whose shapes are gone or changed their order are left out") {
  const Model model = shapes({{3, 0}});
  const std::vector<ContactMemory> contacts{{contact_key(0, 1, 7), {1, 0, 0}},
                                            {contact_key(1, 2, 7), {2, 0, 0}},
                                            {contact_key(0, 2, 7), {3, 0, 0}}};
  const int in[] = {1, 0, -1};
  CHECK(renamed_contacts(contacts, model, in).empty());
  const int kept[] = {0, -1, 1};
  const auto renamed = renamed_contacts(contacts, model, kept);
  REQUIRE(renamed.size() == 1);
  CHECK(renamed[0].impulse.x() == 3);
}

}  // namespace perpend
