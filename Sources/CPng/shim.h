// libpng's simplified interface, as two functions: the size of a picture, and its pixels.
#ifndef INTERLEAVE_PNG_SHIM_H
#define INTERLEAVE_PNG_SHIM_H

#if __has_include(<png.h>)
#include <png.h>
#else
#include <libpng16/png.h>
#endif
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct png_size {
    uint32_t width;
    uint32_t height;
};

/// Reads the header of a PNG file: how wide and high the picture says that it is. No memory is
/// taken for pixels. False: the file is not a PNG file; `message` says why, in at most 64 bytes.
static inline bool png_read_size(const void *file, size_t length, struct png_size *size, char *message) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    bool is_read = png_image_begin_read_from_memory(&image, file, length);
    snprintf(message, 64, "%s", image.message);
    if (is_read) *size = (struct png_size){image.width, image.height};
    png_image_free(&image);
    return is_read;
}

/// Decodes a PNG file to three bytes for each pixel: red, green, blue. `pixels` has room for
/// `capacity` bytes. False: the file is damaged; `message` says why, in at most 64 bytes.
static inline bool png_read_pixels(const void *file, size_t length, uint8_t *pixels, size_t capacity, char *message) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    bool is_read = false;
    if (png_image_begin_read_from_memory(&image, file, length)) {
        image.format = PNG_FORMAT_RGB;
        const png_color black = {0, 0, 0};
        if (PNG_IMAGE_SIZE(image) <= capacity) is_read = png_image_finish_read(&image, &black, pixels, 0, NULL);
    }
    snprintf(message, 64, "%s", image.message);
    png_image_free(&image);
    return is_read;
}

#endif
