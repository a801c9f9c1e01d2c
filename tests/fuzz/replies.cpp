// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/cluster/cluster_map.h"
#include "core/redis/cluster/key_slot.h"
#include "core/redis/error_reply.h"
#include "core/redis/reply_parser.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/target.h"

// What a server sends: it is bounded, it means the same in whatever slices it comes, and an error
// that it answers with is never taken for a missing answer.
namespace lockkeeper::fuzz {
namespace {

using redis::Reply;
using redis::ReplyParser;

constexpr redis::ReplyLimits kNarrow{.bytes = 512, .elements = 32, .depth = 4};

struct Outcome {
    std::vector<Reply> replies;
    bool isFailed = false;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

void takeAll(ReplyParser& parser, Outcome& outcome)
{
    while (!outcome.isFailed) {
        auto reply = parser.next();
        if (reply && !*reply)
            return;
        if (reply)
            outcome.replies.push_back(std::move(**reply));
        else
            outcome.isFailed = true;
    }
}

Outcome parse(std::string_view bytes, std::size_t slice, redis::ReplyLimits limits = {})
{
    ReplyParser parser(limits);
    Outcome outcome;
    for (; !bytes.empty() && !outcome.isFailed;
         bytes.remove_prefix(std::min(slice, bytes.size()))) {
        parser.feed(bytes.substr(0, slice));
        takeAll(parser, outcome);
    }
    return outcome;
}

struct Size {
    std::size_t bytes = 0;
    std::size_t elements = 0;
    std::size_t depth = 0;
};

Size sizeOf(const Reply& reply)
{
    Size size{reply.text.size(), 1, reply.isArray() ? std::size_t{1} : std::size_t{0}};
    for (const Reply& element : reply.elements) {
        const Size inner = sizeOf(element);
        size.bytes += inner.bytes;
        size.elements += inner.elements;
        size.depth = std::max(size.depth, 1 + inner.depth);
    }
    return size;
}

void classify(const Reply& reply)
{
    for (const Reply& element : reply.elements)
        classify(element);
    if (reply.type != Reply::Type::Error)
        return;
    const MasterId master("a");
    const Error error = redis::errorFromReply(reply.text, master);
    check(isDefinite(error.kind) && error.kind != ErrorClass::NotRedis
            && error.kind != ErrorClass::Unreachable,
        "an error reply is an answer");
    check(error.master == master, "an error names its master");
    check(reply.text.find(error.text) != std::string::npos, "an error is in the server's words");
    checkDisplayable(error.text);
    if (const auto target = redis::redirectionIn(reply.text, {"asked", 1})) {
        check(target->slot < redis::kSlots, "a redirection has a slot");
        check(!target->node.host.empty() && target->node.port != 0, "a redirection has a target");
        check(error.kind == ErrorClass::ServerError, "a redirection is of no other class");
    }
}

void run(std::string_view input)
{
    for (const Reply& reply : parse(input, input.size() + 1, kNarrow).replies) {
        const Size size = sizeOf(reply);
        check(size.bytes <= kNarrow.bytes && size.elements <= kNarrow.elements
                && size.depth <= kNarrow.depth,
            "a reply is within its limits");
    }
    const Outcome whole = parse(input, input.size() + 1);
    for (const Reply& reply : whole.replies)
        classify(reply);
    const Outcome sliced = parse(input, 1 + input.size() % 7);
    check(sliced == whole, "replies do not depend on how they are sliced");
}

const Target kTarget("replies", run);

} // namespace
} // namespace lockkeeper::fuzz
