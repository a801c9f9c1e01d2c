// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/value_pattern.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// A regular expression of a user's and a value of a stranger's, see partsOf(): both are bounded in
// time and memory, and what is caught stands in the value.
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
    const auto parts = partsOf(input, 2);
    if (parts.size() < 2)
        return;
    config::UserFormat format;
    format.value = parts[0];
    const auto pattern = config::ValuePattern::compile(format);
    if (!pattern) {
        check(pattern.error().kind == ErrorClass::InvalidArgument, "a wrong pattern is told");
        checkPrintable(pattern.error().text);
        return;
    }
    const auto fields = pattern->match(parts[1]);
    if (!fields)
        return;
    for (const auto& field :
        {fields->host, fields->pid, fields->thread, fields->app, fields->since}) {
        check(!field || parts[1].find(*field) != std::string_view::npos,
            "what is caught stands in the value");
    }
}

const Target kTarget("value_pattern", run);

} // namespace
} // namespace lockkeeper::fuzz
