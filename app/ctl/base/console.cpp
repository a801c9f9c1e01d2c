// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/base/console.h"

#include "app/ctl/base/exit_codes.h"
#include "app/ctl/output/table_output.h"
#include "core/files/journal_socket.h"
#include "core/files/unique_fd.h"
#include "core/files/write_all.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <mutex>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lockkeeper::ctl {
namespace {

constexpr std::size_t kLineLimit = 2048;

constexpr const char* kWarning = "4";

/// Not displaySafe(): it would escape backslashes again.
std::string asOneLine(std::string_view text)
{
    std::string line;
    for (const char c : text)
        line += isAsciiControl(c) ? ' ' : c;
    return isValidUtf8(line) ? line : displaySafe(line, kLineLimit);
}

/// Standard error as a pipe that nobody may read. Thread-safe.
class UnreadErrors {
public:
    void begin() noexcept
    {
        struct stat status { };
        const std::scoped_lock lock(m_mutex);
        const bool isPipe = ::fstat(STDERR_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
        // Own file description: O_NONBLOCK must not reach other processes.
        m_pipe
            = UniqueFd(isPipe ? ::open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC) : -1);
    }
    void end() noexcept
    {
        const std::scoped_lock lock(m_mutex);
        m_pipe.close();
    }
    bool write(const std::string& line)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_pipe.isOpen())
            return false;
        if (writeRest() && m_leftOut > 0)
            m_rest = "lockctl: "
                + absl::Substitute(tr("$0 lines were left out, as nobody read standard error"),
                    std::exchange(m_leftOut, 0))
                + "\n";
        if (!writeRest()) {
            ++m_leftOut;
            return true;
        }
        m_rest = line;
        (void)writeRest();
        return true;
    }

private:
    bool writeRest()
    {
        constexpr int kPatience = 100; // milliseconds
        while (!m_rest.empty()) {
            ::pollfd ready{m_pipe.get(), POLLOUT, 0};
            (void)::poll(&ready, 1, m_isRead ? kPatience : 0);
            const ::ssize_t written = ::write(m_pipe.get(), m_rest.data(), m_rest.size());
            m_isRead = written > 0 || (written < 0 && errno == EINTR);
            if (written < 0 && errno == EAGAIN)
                return false;
            m_rest.erase(0,
                written > 0    ? static_cast<std::size_t>(written)
                    : m_isRead ? 0
                               : std::string::npos);
        }
        return true;
    }

    std::mutex m_mutex;
    UniqueFd m_pipe;
    std::string m_rest;
    std::size_t m_leftOut = 0;
    bool m_isRead = true;
};

UnreadErrors unreadErrors;

thread_local std::string subject;

void printLine(std::string_view text, std::string_view deployment, std::string_view master)
{
    std::string line = asOneLine(text);
    if (!subject.empty())
        line = absl::Substitute(tr("$0: $1"), subject, line);
    if (isJournalStream(STDERR_FILENO)
        && sendToJournal(
            {{"MESSAGE", line}, {"PRIORITY", kWarning}, {"SYSLOG_IDENTIFIER", "lockctl"},
                {"LOCKKEEPER_DEPLOYMENT", deployment}, {"LOCKKEEPER_MASTER", master}}))
        return;
    line = "lockctl: " + line + "\n";
    [[maybe_unused]] const bool isWritten
        = unreadErrors.write(line) || writeAll(STDERR_FILENO, line);
}

std::atomic<bool> isOutputLost{false};

bool noteOutputLost(int reason)
{
    if (reason != EPIPE && !isOutputLost.exchange(true))
        printError(absl::Substitute(tr("can't write to standard output: $0"),
            trData(std::generic_category().message(reason))));
    return false;
}

} // namespace

ErrorsOf::ErrorsOf(const std::string& deployment)
    : m_before(std::exchange(subject, displaySafe(deployment)))
{ }

ErrorsOf::~ErrorsOf()
{
    subject = std::move(m_before);
}

void neverWaitForErrors(bool isSo) noexcept
{
    isSo ? unreadErrors.begin() : unreadErrors.end();
}

void printError(std::string_view text)
{
    printLine(text, {}, {});
}

void complainAbout(const Error& error, const config::Deployment& deployment)
{
    const std::string text = words::errorText({error.kind, error.text, {}});
    const std::string& name = error.master.value();
    const auto master
        = std::ranges::find(deployment.masters, error.master, &config::MasterConfig::id);
    std::string line = text;
    if (!error.master.isEmpty())
        line = master == deployment.masters.end()
            ? absl::Substitute(tr("master $0: $1"), name, text)
            : absl::Substitute(tr("master $0 ($1): $2"), name, displaySafe(master->label()), text);
    printLine(line, displaySafe(deployment.name), displaySafe(name));
}

int printErrorAndExitCode(const Error& error)
{
    complainAbout(error, {});
    return exitCodeFor(error.kind);
}

bool print(std::string_view text)
{
    return writeAll(STDOUT_FILENO, text) || noteOutputLost(errno);
}

bool printUntil(std::initializer_list<int> stops, std::string_view text)
{
    std::vector<::pollfd> polled{{STDOUT_FILENO, POLLOUT, 0}};
    for (const int stop : stops)
        polled.push_back({stop, POLLIN, 0});
    while (!text.empty()) {
        const int ready = ::poll(polled.data(), polled.size(), -1);
        if (ready < 0 && errno != EINTR)
            return noteOutputLost(errno);
        if (ready > 0 && polled[0].revents == 0)
            return false;
        if (ready <= 0)
            continue;
        // A ready pipe takes this much without blocking.
        const std::string_view piece = text.substr(0, PIPE_BUF);
        if (!writeAll(STDOUT_FILENO, piece))
            return noteOutputLost(errno);
        text.remove_prefix(piece.size());
    }
    return true;
}

bool printInto(const std::string& file, std::string_view text, OutputSecrecy secrecy)
{
    if (file.empty()) {
        print(text);
        return true;
    }
    const auto replaced = replaceOutputFile(file, text, secrecy);
    if (!replaced)
        complainAbout(replaced.error(), {});
    return replaced.has_value();
}

int exitCodeAfterPrinting(int code) noexcept
{
    return (code == kExitDone || code == kExitNotDone) && isOutputLost ? kExitOutputLost : code;
}

void leave(int code)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): the other threads have ended, or wait
    std::exit(exitCodeAfterPrinting(code));
}

void occupyClosedStreams() noexcept
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) != -1)
            continue;
        [[maybe_unused]] const int opened
            = ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

bool isTerminal(int descriptor) noexcept
{
    return ::isatty(descriptor) == 1;
}

TerminalSize terminalSize() noexcept
{
    ::winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {size.ws_col, size.ws_row};
}

std::size_t outputColumns() noexcept
{
    return isTerminal(STDOUT_FILENO) ? terminalSize().columns : kAllColumns;
}

} // namespace lockkeeper::ctl
