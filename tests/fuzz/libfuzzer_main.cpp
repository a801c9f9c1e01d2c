// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// libFuzzer's entry: the only target of this program. A broken invariant ends it as a crash does,
/// so that the input is kept.
// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    try {
        const std::string_view input(reinterpret_cast<const char*>(data), size);
        lockkeeper::fuzz::Target::all().front().run(input);
    } catch (const lockkeeper::fuzz::Broken& broken) {
        std::fprintf(stderr, "does not hold: %s\n", broken.what());
        std::abort();
    }
    return 0;
}
