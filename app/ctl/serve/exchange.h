// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/question.h"
#include "core/clock.h"
#include "core/files/unique_fd.h"

#include <chrono>
#include <string>
#include <string_view>

namespace lockkeeper::ctl {

/// The connection to one client. No client can keep its thread for longer than it was given. Closes
/// the connection at its end. Not thread-safe.
class ClientSocket {
public:
    /// `socket` must not block. All waiting ends once `stop` is readable; it must outlive this
    /// object.
    ClientSocket(UniqueFd socket, int stop);
    ClientSocket(const ClientSocket&) = delete;
    ClientSocket& operator=(const ClientSocket&) = delete;
    ~ClientSocket();

    /// What is written from now on must be written within this time, together. At first: none, so
    /// that only what the system buffers can be written.
    void allow(std::chrono::milliseconds time);
    /// Writes all bytes. False if the time is over, the client has gone, or the server stops:
    /// nothing can be written any more then.
    [[nodiscard]] bool write(std::string_view bytes);
    /// Waits until `descriptor` is readable. False if the client has gone or the server stops.
    [[nodiscard]] bool waitFor(int descriptor);

private:
    [[nodiscard]] bool waitUntilWritable();

    UniqueFd m_socket;
    int m_stop;
    SteadyTime m_deadline;
    bool m_isBroken = false;
};

/// The head of a request, up to its empty line, as it was received.
struct RequestHead {
    std::string bytes;
    bool isBusy = false; ///< see Question::isBusy
    int fault = 0; ///< see Question::fault
};

/// Answers one request of a client by cpp-httplib, which parses the head and writes the answer.
/// The rest of the request is never read, and the connection ends with the answer. Blocks as long
/// as the client is given: 10 s for a text, and for each event; without a limit in between.
void answerRequest(const Answering& answering, ClientSocket& client, RequestHead head);

} // namespace lockkeeper::ctl
