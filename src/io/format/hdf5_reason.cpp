// SPDX-License-Identifier: Apache-2.0
#include "io/format/hdf5_reason.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "io/format/hdf5.hpp"

namespace perpend::io::hdf5 {
namespace {

// Entries come innermost first. HDF5 gives errno only in its text: "..., errno = 28, error message
// = ...".
herr_t add_entry(unsigned depth, const H5E_error2_t* entry, void* data) {
  Reason& reason = *static_cast<Reason*>(data);
  const std::string words = entry->desc ? entry->desc : "";
  if (depth == 0) reason.words = words.substr(0, words.find('\n'));
  constexpr std::string_view kErrno = "errno = ";
  if (const std::size_t at = words.find(kErrno); at != std::string::npos && reason.system == 0)
    reason.system = std::atoi(words.c_str() + at + kErrno.size());
  const bool names = entry->maj_num == H5E_SYM || entry->maj_num == H5E_ATTR;
  reason.missing |= depth == 0 && names && entry->min_num == H5E_NOTFOUND;
  reason.foreign |= entry->min_num == H5E_NOTHDF5;
  reason.cut |= entry->min_num == H5E_TRUNCATED;
  reason.writing |= entry->min_num == H5E_WRITEERROR;
  return 0;
}

}  // namespace

Reason last_reason() {
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, add_entry, &reason);
  return reason;
}

std::string system_words(int code) {
  switch (code) {
    case ENOSPC:
      return "the disk is full";
    case EDQUOT:
      return "the disk quota is used up";
    case EFBIG:
      return "the file is larger than the system allows";
    case EAGAIN:
      return "another program has it open";
    default:
      return std::generic_category().message(code);
  }
}

std::string hint(std::string_view expected, std::string_view words) {
  std::string text;
  if (!expected.empty()) text.append("expected ").append(expected);
  if (!words.empty()) text.append(text.empty() ? "" : "; ").append("HDF5: ").append(words);
  return text;
}

void refuse(std::string_view element, std::string_view expected) {
  const Reason reason = last_reason();
  const std::string name(element);
  if (reason.system != 0)
    throw Error(name, (reason.writing ? "cannot be written: " : "cannot be read: ") +
                          system_words(reason.system));
  if (reason.missing) throw Error(name, "is missing", hint(expected, ""));
  throw Error(name, expected.empty() ? "is damaged" : "is damaged or of another kind",
              hint(expected, reason.words));
}

}  // namespace perpend::io::hdf5
