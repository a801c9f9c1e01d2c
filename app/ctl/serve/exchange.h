// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/client_socket.h"
#include "app/ctl/serve/question.h"

#include <string>

namespace lockkeeper::ctl {

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
