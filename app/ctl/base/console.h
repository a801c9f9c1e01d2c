// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/deployment.h"
#include "core/files/output_file.h"
#include "core/result.h"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace lockkeeper::ctl {

/// Prints a line after "lockctl: ", or to systemd's journal. Control characters become spaces;
/// invalid UTF-8 is escaped.
void printError(std::string_view text);

/// While true, drops lines that nobody reads from standard error's pipe: signal handling must not
/// block. The next line read has their number. Not thread-safe.
void neverWaitForErrors(bool isSo) noexcept;

/// While it exists, this thread's errors begin with the deployment's name.
class ErrorsOf {
public:
    explicit ErrorsOf(const std::string& deployment);
    ErrorsOf(const ErrorsOf&) = delete;
    ErrorsOf& operator=(const ErrorsOf&) = delete;
    ~ErrorsOf();

private:
    std::string m_before;
};

/// Prints an error with its master and advice. Journal entries get LOCKKEEPER_DEPLOYMENT and
/// LOCKKEEPER_MASTER.
void complainAbout(const Error& error, const config::Deployment& deployment);

int printErrorAndExitCode(const Error& error);

/// To standard output; blocks. False on error; prints the first, unless a closed pipe.
bool print(std::string_view text);

/// Also false if the reader takes nothing while one of `stops` is readable.
bool printUntil(std::initializer_list<int> stops, std::string_view text);

/// Prints failures.
[[nodiscard]] bool printInto(const std::string& file, std::string_view text, OutputSecrecy secrecy);

/// kExitOutputLost instead of 0 or 1 if print() failed, except by a closed pipe.
[[nodiscard]] int exitCodeAfterPrinting(int code) noexcept;

/// Exits without destructors: freeing a million locks takes seconds. No other thread may be
/// working.
[[noreturn]] void leave(int code);

/// Call first. Opens /dev/null for closed streams, in the direction that fails: else print() could
/// write into a socket.
void occupyClosedStreams() noexcept;

[[nodiscard]] bool isTerminal(int descriptor) noexcept;
struct TerminalSize {
    std::size_t columns = 80;
    std::size_t rows = 24;
};
[[nodiscard]] TerminalSize terminalSize() noexcept;
/// kAllColumns for a pipe or a file.
[[nodiscard]] std::size_t outputColumns() noexcept;

} // namespace lockkeeper::ctl
