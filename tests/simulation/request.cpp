// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/request.h"

#include "core/redis/wire_reader.h"

#include <charconv>

namespace lockkeeper::simulation {

void Request::set(const std::string& command)
{
    wire = command;
    std::string_view rest = wire;
    arguments.resize(redis::takeCount(rest));
    for (std::string_view& argument : arguments)
        argument = redis::takeArgument(rest);
    token.clear();
    if (isScript()) {
        std::size_t keys = 0;
        std::from_chars(arguments[2].data(), arguments[2].data() + arguments[2].size(), keys);
        if (3 + keys < arguments.size())
            token = arguments[3 + keys];
    } else if (arguments[0] == "SET") {
        token = arguments[2];
    }
}

Request& RequestPool::take()
{
    if (m_free.empty()) {
        m_all.push_back(std::make_unique<Request>());
        m_free.push_back(m_all.back().get());
    }
    Request& request = *m_free.back();
    m_free.pop_back();
    return request;
}

void RequestPool::give(Request& request)
{
    request.session.reset();
    m_free.push_back(&request);
}

} // namespace lockkeeper::simulation
