// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/control.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockkeeper::lab {

Control::Control(const std::string& socketPath)
    : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const bool fits = socketPath.size() < sizeof address.sun_path;
    std::memcpy(address.sun_path, socketPath.c_str(), fits ? socketPath.size() + 1 : 1);
    if (!fits || !m_socket.isOpen()
        || ::connect(m_socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        m_socket.close();
}

void Control::send(const Message& message)
{
    const std::string line = message.dump() + "\n";
    if (isOpen() && ::send(m_socket.get(), line.data(), line.size(), MSG_NOSIGNAL) < 0)
        m_socket.close();
}

std::optional<Message> Control::next(std::chrono::milliseconds timeout)
{
    if (m_kept.empty())
        return receive(timeout);
    Message kept = std::move(m_kept.front());
    m_kept.pop_front();
    return kept;
}

std::optional<Message> Control::answer(std::chrono::milliseconds timeout)
{
    auto message = receive(timeout);
    if (!message || (message->is_object() && message->contains("answer")))
        return message;
    m_kept.push_back(std::move(*message));
    return std::nullopt;
}

std::optional<Message> Control::receive(std::chrono::milliseconds timeout)
{
    const SteadyTime end = BootClock::now() + timeout;
    while (isOpen()) {
        if (const std::size_t line = m_received.find('\n'); line != std::string::npos) {
            Message message = Message::parse(m_received.substr(0, line), nullptr, false);
            m_received.erase(0, line + 1);
            return message;
        }
        const auto left
            = std::chrono::ceil<std::chrono::milliseconds>(end - BootClock::now()).count();
        pollfd ready{m_socket.get(), POLLIN, 0};
        if (left < 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0)
            return std::nullopt;
        std::array<char, 4096> bytes{};
        const ssize_t length = ::read(m_socket.get(), bytes.data(), bytes.size());
        if (length > 0)
            m_received.append(bytes.data(), static_cast<std::size_t>(length));
        else if (length == 0 || errno != EINTR)
            m_socket.close();
    }
    return std::nullopt;
}

} // namespace lockkeeper::lab
