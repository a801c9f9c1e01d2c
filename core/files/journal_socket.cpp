// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/journal_socket.h"

#include "core/files/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace lockkeeper {
namespace {

void appendField(std::string& entry, std::string_view name, std::string_view value)
{
    entry.append(name);
    if (value.find('\n') == std::string_view::npos) {
        entry.append("=").append(value).append("\n");
        return;
    }
    // A value with line ends follows its length: 64 bits, lowest byte first.
    entry += '\n';
    const std::uint64_t size = value.size();
    for (unsigned bits = 0; bits < 64; bits += 8)
        entry += static_cast<char>((size >> bits) & 0xffU);
    entry.append(value).append("\n");
}

} // namespace

bool isJournalStream(int descriptor) noexcept
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* variable = std::getenv("JOURNAL_STREAM");
    struct ::stat status { };
    if (variable == nullptr || ::fstat(descriptor, &status) != 0)
        return false;
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino) == variable;
}

bool sendToJournal(std::initializer_list<JournalField> fields, const std::string& socket)
{
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path)
        return false;
    socket.copy(address.sun_path, socket.size());
    std::string entry;
    for (const auto& [name, value] : fields) {
        if (!value.empty())
            appendField(entry, name, value);
    }
    const UniqueFd sender(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    return ::sendto(sender.get(), entry.data(), entry.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
               reinterpret_cast<const ::sockaddr*>(&address), sizeof address)
        == static_cast<ssize_t>(entry.size());
}

} // namespace lockkeeper
