// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/zookeeper/jute.h"
#include "core/zookeeper/protocol.h"
#include "core/zookeeper/session_reports.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <vector>

// What a ZooKeeper server sends: frames do not depend on how they are sliced, and nothing is read
// that is not there.
namespace lockkeeper::fuzz {
namespace {

using namespace zookeeper;

struct Frames {
    std::vector<std::string> payloads;
    std::size_t cut = 0;
    bool isFailed = false;
    friend bool operator==(const Frames&, const Frames&) = default;
};

Frames cut(std::string_view bytes, std::size_t slice)
{
    FrameReader reader;
    Frames frames;
    for (; !bytes.empty() && !frames.isFailed; bytes.remove_prefix(std::min(slice, bytes.size()))) {
        reader.feed(bytes.substr(0, slice));
        for (bool isMore = true; isMore;) {
            const auto frame = reader.next();
            frames.isFailed = !frame;
            isMore = frame && *frame;
            if (!isMore)
                break;
            frames.payloads.emplace_back((*frame)->payload);
            frames.cut += (*frame)->isCut ? 1 : 0;
            check(!(*frame)->isCut || (*frame)->payload.size() == FrameReader::kKept,
                "a frame that is too long is not stored");
        }
    }
    return frames;
}

void readAll(std::string_view payload)
{
    if (const auto children = readNodeChildren(payload)) {
        std::size_t size = 4;
        for (const std::string& name : children->names)
            size += 4 + name.size();
        check(size <= payload.size(), "names are those that were received");
    }
    if (const auto node = readNodeData(payload))
        check(node->data.size() + 4 <= payload.size(), "data are those that were received");
    if (const auto event = readEvent(payload))
        check(event->path.size() <= payload.size(), "a path is one that was received");
    if (const auto path = readPath(payload))
        check(path->size() <= payload.size(), "a path is one that was received");
    if (const auto session = readSessionReply(payload))
        check(session->password.size() <= payload.size(), "a password is one that was received");
    (void)readStat(payload);
    std::string_view rest = payload;
    if (const auto head = takeReplyHead(rest)) {
        check(rest.size() + 16 == payload.size(), "a head has its size");
        check(head->code == 0 || !errorOf(head->code).text.empty(), "an error says something");
    }
}

template <class Report> Report reportOf(std::string_view text, std::size_t slice)
{
    Report report;
    for (; !text.empty(); text.remove_prefix(std::min(slice, text.size())))
        report.feed(text.substr(0, slice));
    return report;
}

/// What servers say of sessions does not depend on how it is sliced, either.
void readReports(std::string_view input)
{
    const std::size_t slice = 1 + input.size() % 7;
    const auto cons = reportOf<ConsReport>(input, input.size() + 1);
    const auto slicedCons = reportOf<ConsReport>(input, slice);
    check(cons.connections() == slicedCons.connections()
            && cons.isComplete() == slicedCons.isComplete(),
        "connections do not depend on their slices");
    for (const auto& [session, connection] : cons.connections()) {
        check(connection.address.size() <= input.size(), "an address is one that was received");
        check(connection.timeout.count() >= 0, "a timeout is one");
    }
    const auto dump = reportOf<DumpReport>(input, input.size() + 1);
    const auto slicedDump = reportOf<DumpReport>(input, slice);
    check(dump.areSessionsComplete() == slicedDump.areSessionsComplete()
            && dump.isOfLeader() == slicedDump.isOfLeader(),
        "sessions do not depend on their slices");
    for (const std::int64_t session : {1, 0x77}) {
        check(dump.hasSession(session) == slicedDump.hasSession(session)
                && dump.expiryOf(session, WallTime()) == slicedDump.expiryOf(session, WallTime()),
            "a session does not depend on slices");
    }
}

void readAdminServer(std::string_view input)
{
    for (const std::string_view head : {"", "HTTP/1.1 200 OK\r\n\r\n"}) {
        const std::string answer = std::string(head).append(input);
        if (const auto connections = ConsReport::ofAdminServer(answer)) {
            for (const auto& [session, connection] : connections->connections())
                check(session != 0 && connection.timeout.count() >= 0, "a connection is one");
        }
        if (const auto dump = DumpReport::ofAdminServer(answer))
            check(!dump->isOfLeader() || dump->areSessionsComplete(), "a leader knows all");
    }
}

void run(std::string_view input)
{
    readReports(input);
    readAdminServer(input);
    const Frames whole = cut(input, input.size() + 1);
    check(whole == cut(input, 1 + input.size() % 7), "frames do not depend on their slices");
    for (const std::string& payload : whole.payloads)
        readAll(payload);
    readAll(input);
}

const Target kTarget("zookeeper_replies", run);

} // namespace
} // namespace lockkeeper::fuzz
