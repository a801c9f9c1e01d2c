// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/input.h"
#include "tests/fuzz/recognition.h"
#include "tests/fuzz/target.h"

// A key of any name and content, see readingIn(), under all formats together and under each by
// itself: see checkRecognition().
namespace lockkeeper::fuzz {
namespace {

void run(std::string_view input)
{
    const auto reading = readingIn(input);
    if (!reading)
        return;
    checkRecognition(allFormats(), *reading);
    for (const auto* formats : {&observe::builtinFormats(), &observe::hintOnlyFormats()}) {
        for (const observe::FormatPtr& format : *formats)
            checkRecognition(observe::Formats{format}, *reading);
    }
}

const Target kTarget("formats", run);

} // namespace
} // namespace lockkeeper::fuzz
