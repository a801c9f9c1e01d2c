// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/percent.h"
#include "core/lock/token.h"
#include "tests/fuzz/target.h"

// A field has one escaped form, which holds nothing that a token or a client's name may not, and
// nothing else is read.
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
    const std::string escaped = percentEncodeField(input);
    constexpr std::string_view kPlain
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-%";
    check(escaped.find_first_not_of(kPlain) == std::string::npos, "an escaped field is plain");
    check(percentDecodeField(escaped) == input, "what was escaped is read back");
    if (const auto read = percentDecodeField(input))
        check(percentEncodeField(*read) == input, "only what was escaped is read");
}

const Target kTarget("percent", run);

} // namespace
} // namespace lockkeeper::fuzz
