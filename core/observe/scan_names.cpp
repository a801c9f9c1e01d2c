// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/scan_names.h"

#include <iterator>
#include <memory>

namespace lockkeeper::observe {
namespace {

class NamesScan : public std::enable_shared_from_this<NamesScan> {
public:
    NamesScan(redis::Transport& transport, ScanOptions options, NamesHandler handler)
        : m_transport(transport)
        , m_options(std::move(options))
        , m_handler(std::move(handler))
    { }

    void scanFrom(std::size_t pattern, const std::string& cursor)
    {
        if (pattern == m_options.patterns.size())
            return m_handler(std::move(m_names));
        m_transport.send({"SCAN", cursor, "MATCH", m_options.patterns[pattern], "COUNT",
                             std::to_string(m_options.count)},
            m_options.timeout, [self = shared_from_this(), pattern](Result<redis::Reply> reply) {
                self->onPage(pattern, std::move(reply));
            });
    }

private:
    void onPage(std::size_t pattern, Result<redis::Reply> reply)
    {
        if (!reply)
            return m_handler(tl::make_unexpected(std::move(reply.error())));
        if (reply->elements.size() != 2 || !reply->elements[1].isArray())
            return m_handler(
                fail(ErrorClass::ServerError, "unexpected reply to SCAN", m_transport.master()));
        for (redis::Reply& name : reply->elements[1].elements)
            m_names.push_back(std::move(name.text));
        const std::string& cursor = reply->elements[0].text;
        scanFrom(cursor == "0" ? pattern + 1 : pattern, cursor);
    }

    redis::Transport& m_transport;
    ScanOptions m_options;
    NamesHandler m_handler;
    std::vector<std::string> m_names;
};

} // namespace

void scanNames(redis::Transport& transport, ScanOptions options, NamesHandler handler)
{
    std::make_shared<NamesScan>(transport, std::move(options), std::move(handler))
        ->scanFrom(0, "0");
}

} // namespace lockkeeper::observe
