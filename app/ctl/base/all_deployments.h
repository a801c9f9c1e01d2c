// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/base/console.h"
#include "app/ctl/base/exit_codes.h"
#include "app/ctl/base/target.h"
#include "core/output/json_writer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace lockkeeper::ctl {

/// Calls `work(i)` for i below `count` on threads, and waits. `work` must not throw.
void forEachAtOnce(std::size_t count, const std::function<void(std::size_t)>& work);

/// Call it in a catch block.
[[nodiscard]] Error thrownError();

template <class T> struct Reading {
    std::string name; ///< empty: the only one, or without a name
    Result<T> result;

    /// False if the store is unsupported, which is no failure.
    [[nodiscard]] bool counts() const
    {
        return result.has_value() || result.error().kind != ErrorClass::Unsupported;
    }
};

/// `read` must not print: it runs on several threads at once.
template <class T, class Read>
[[nodiscard]] std::vector<Reading<T>> readAll(std::vector<OpenedDeployment> opened, Read read)
{
    std::vector<Reading<T>> readings;
    for (const OpenedDeployment& one : opened)
        readings.push_back({one.name, fail(ErrorClass::System, "")});
    forEachAtOnce(opened.size(), [&](std::size_t i) {
        Result<T>& result = readings[i].result;
        if (!opened[i].target) {
            result = tl::make_unexpected(opened[i].target.error());
            return;
        }
        try {
            result = read(std::move(*opened[i].target));
        } catch (const std::exception&) {
            result = tl::make_unexpected(thrownError());
        }
    });
    return readings;
}

/// Without --all, one reading or an error.
template <class T, class Read>
[[nodiscard]] Result<std::vector<Reading<T>>> readTargets(
    const GlobalOptions& globals, TargetUse use, Read read)
{
    auto opened = openTargets(globals, use);
    if (!opened)
        return tl::make_unexpected(std::move(opened.error()));
    if (globals.isAll)
        return readAll<T>(std::move(*opened), read);
    std::vector<Reading<T>> readings;
    readings.push_back({{}, read(std::move(*opened->front().target))});
    if (Result<T>& result = readings.front().result; !result)
        return tl::make_unexpected(std::move(result.error()));
    return readings;
}

template <class T, class Write, class IsComplete>
void printJson(const GlobalOptions& globals, const std::vector<Reading<T>>& readings, Write write,
    IsComplete isComplete)
{
    if (!globals.isAll)
        return static_cast<void>(print(output::objectLine(
            [&](output::JsonWriter& out) { write(out, *readings.front().result); })));
    output::JsonWriter out;
    out.openObject();
    out.list("deployments", readings, [&](const Reading<T>& reading) {
        out.openObject();
        if (reading.result)
            write(out, *reading.result);
        else
            out.field("deployment", output::unlessEmpty(reading.name), "error",
                output::errorText(reading.result.error(), output::kAnswerLimit));
        out.closeObject();
        out.flushTo(print, output::kOutputPiece);
    });
    out.field("complete", std::ranges::all_of(readings, [&](const Reading<T>& reading) {
        return !reading.counts() || (reading.result && isComplete(*reading.result));
    }));
    out.closeObject();
    out.flushTo(print);
    print("\n");
}

/// `end` prints a reading's problems, and returns its exit code.
template <class T, class End> int endAll(const std::vector<Reading<T>>& readings, End end)
{
    std::vector<int> codes;
    int codeOfOthers = kExitDone;
    for (const Reading<T>& reading : readings) {
        const ErrorsOf named(reading.name);
        const int code
            = reading.result ? end(*reading.result) : printErrorAndExitCode(reading.result.error());
        if (reading.counts())
            codes.push_back(code);
        else
            codeOfOthers = code;
    }
    return codes.empty() ? codeOfOthers : exitCodeForAll(codes);
}

} // namespace lockkeeper::ctl
