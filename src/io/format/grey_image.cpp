// SPDX-License-Identifier: Apache-2.0
// Reads pictures by libpng; in a build without it parse_png() returns a fault that says so.
#include "io/format/grey_image.hpp"

#include <fmt/format.h>

#if PERPEND_HAVE_PNG
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <string>
#endif

namespace perpend::io {

bool is_png(std::string_view bytes) {
  return bytes.starts_with("\x89PNG\r\n\x1a\n");
}

#if PERPEND_HAVE_PNG
namespace {

constexpr int kMostPixels = 2049;  // rows or columns

void take(png_structp png, png_bytep out, png_size_t count) {
  auto& left = *static_cast<std::string_view*>(png_get_io_ptr(png));
  if (count > left.size()) png_error(png, "it is cut short");
  std::memcpy(out, left.data(), count);
  left.remove_prefix(count);
}

void keep_reason(png_structp png, png_const_charp why) {
  *static_cast<std::string*>(png_get_error_ptr(png)) = why;
  png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

// Faults of libpng jump back to the function that called setjmp(), past destructors: such functions
// have no objects of their own.
class PngReader {
 public:
  explicit PngReader(std::string_view bytes)
      : left_(bytes),
        png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &why_, keep_reason, ignore)),
        info_(png_create_info_struct(png_)) {}
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  bool read_header();
  bool is_too_large() const { return rows() > kMostPixels || columns() > kMostPixels; }
  bool read_rows();
  GreyImage image() const;

  int rows() const { return static_cast<int>(png_get_image_height(png_, info_)); }
  int columns() const { return static_cast<int>(png_get_image_width(png_, info_)); }
  const std::string& why() const { return why_; }

 private:
  void make_room();
  bool take_rows();

  std::string_view left_;  // bytes that are not read yet
  std::string why_;
  png_structp png_;
  png_infop info_;
  std::vector<png_byte> bytes_;
  std::vector<png_bytep> starts_;  // of the rows
};

// Asks for 8 or 16 bits per value in the order of this machine, and for no opacity.
bool PngReader::read_header() {
  if (setjmp(png_jmpbuf(png_))) return false;
  png_set_read_fn(png_, &left_, take);
  png_read_info(png_, info_);
  png_set_palette_to_rgb(png_);
  png_set_expand_gray_1_2_4_to_8(png_);
  png_set_strip_alpha(png_);
  if (png_get_bit_depth(png_, info_) == 16) png_set_swap(png_);
  static_cast<void>(png_set_interlace_handling(png_));
  png_read_update_info(png_, info_);
  return true;
}

void PngReader::make_room() {
  const std::size_t row = png_get_rowbytes(png_, info_);
  bytes_.resize(row * static_cast<std::size_t>(rows()));
  for (int i = 0; i < rows(); ++i)
    starts_.push_back(bytes_.data() + row * static_cast<std::size_t>(i));
}

bool PngReader::take_rows() {
  if (setjmp(png_jmpbuf(png_))) return false;
  png_read_image(png_, starts_.data());
  png_read_end(png_, nullptr);
  return true;
}

bool PngReader::read_rows() {
  make_room();
  return take_rows();
}

GreyImage PngReader::image() const {
  GreyImage image{.rows = rows(), .columns = columns()};
  const std::size_t channels = png_get_channels(png_, info_);
  const bool is_wide = png_get_bit_depth(png_, info_) == 16;
  for (const png_bytep start : starts_)
    for (std::size_t i = 0; i < static_cast<std::size_t>(columns()); ++i) {
      std::uint16_t value = is_wide ? 0 : start[i * channels];
      if (is_wide) std::memcpy(&value, start + 2 * i * channels, 2);
      image.values.push_back(value);
    }
  return image;
}

}  // namespace

Result<GreyImage> parse_png(std::string_view bytes, const std::filesystem::path& file) {
  PngReader reader(bytes);
  const auto fault = [&](std::string message, std::string hint) {
    return Diagnostics{{file.string(), 0, "", std::move(message), std::move(hint)}};
  };
  if (!reader.read_header()) return fault("is no PNG picture", reader.why());
  if (reader.is_too_large())
    return fault(fmt::format("has {} x {} pixels", reader.columns(), reader.rows()),
                 fmt::format("expected at most {0} x {0}", kMostPixels));
  if (!reader.read_rows()) return fault("is a damaged PNG picture", reader.why());
  return reader.image();
}

#else

Result<GreyImage> parse_png(std::string_view, const std::filesystem::path& file) {
  return Diagnostics{{file.string(), 0, "", "is a PNG picture, which this build does not read",
                      "install libpng-dev and configure again"}};
}

#endif

}  // namespace perpend::io
