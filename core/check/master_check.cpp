// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/master_check.h"

#include "core/check/permissions.h"
#include "core/loop/event_loop.h"
#include "core/observe/reading/read_refusal.h"
#include "core/redis/glob.h"
#include "core/redis/info.h"
#include "core/redis/invalidation.h"
#include "core/redis/link/login.h"
#include "core/redis/sentinel/sentinel_watch.h"
#include "core/text/number.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <asio/ip/address.hpp>

namespace lockkeeper::check {

namespace {

using absl::Substitute;

constexpr int kFirstWithTracking = 6;

std::optional<std::string> fieldOf(const MaybeReply& info, std::string_view name)
{
    if (!info || !info->isString())
        return std::nullopt;
    const auto field = redis::infoField(info->text, name);
    return field ? std::optional(std::string(*field)) : std::nullopt;
}

} // namespace

StepOutcome judgeRole(
    const MaybeReply& role, const MaybeReply& info, const MasterId& master, bool isCluster)
{
    const bool isNode = fieldOf(info, "redis_mode") == "cluster";
    if (isCluster && info && !isNode)
        return {StepState::Failed,
            tr("this server is no node of a Cluster; name it by redis:// or rediss://"), {}};
    if (isCluster)
        return {StepState::Done, tr("a node of a Cluster"), {}};
    if (isNode)
        return {StepState::Failed,
            tr("this server is a node of a Cluster, with a part of the keys; name it as "
               "cluster://, with the same address"),
            {}, true};
    if (!role && role.error().kind == ErrorClass::NoPermission)
        return {StepState::Skipped,
            tr("whether it is a master is not known, as the user lacks +role"), {}};
    if (!role && role.error().kind == ErrorClass::UnknownCommand)
        return {StepState::Skipped,
            tr("whether it is a master is not known, as the server has no ROLE"), {}};
    if (!role)
        return {StepState::Failed, trData(role.error().text), {}};
    if (const auto refusal = redis::voterRefusal(*role, master))
        return {StepState::Failed, trData(refusal->text), {}};
    return {StepState::Done, tr("it is a master"), {}};
}

StepOutcome outcomeOf(const words::MasterFact& fact)
{
    switch (fact.state) {
    case words::FactState::Unknown:
        return {StepState::Skipped, fact.text, fact.cure};
    case words::FactState::Warning:
        return {StepState::Warning, Substitute(tr("$0. $1"), fact.text, fact.why), fact.cure};
    case words::FactState::Advice:
    case words::FactState::Fine:
        break;
    }
    return {StepState::Done, fact.text, fact.cure};
}

namespace {

std::vector<std::string> missingToListen(const std::vector<MaybeReply>& replies)
{
    constexpr std::array<const char*, 3> kGrants{"+client|id", "+client|tracking", "+subscribe"};
    const std::string channel = "&" + std::string(redis::kInvalidations);
    std::vector<std::string> rules;
    for (std::size_t i = 0; i < std::min(replies.size(), kGrants.size()); ++i) {
        if (replies[i] || replies[i].error().kind != ErrorClass::NoPermission)
            continue;
        const bool isSubscribe = i + 1 == kGrants.size();
        // Servers check the command first: the right to the channel is unknown.
        if (!isSubscribe || observe::isCommandRefused(replies[i].error()))
            rules.emplace_back(kGrants[i]);
        if (isSubscribe)
            rules.push_back(channel);
    }
    return rules;
}

} // namespace

StepOutcome judgePush(
    const std::vector<MaybeReply>& replies, const MaybeReply& info, const std::string& user)
{
    const auto version = fieldOf(info, "redis_version");
    if (version && leadingNumber<int>(*version).value_or(kFirstWithTracking) < kFirstWithTracking)
        return {StepState::Warning,
            Substitute(tr("Redis $0 pushes no changes, Redis 6 does: the keys are swept instead"),
                *version),
            {}};
    const auto failed
        = std::ranges::find_if(replies, [](const MaybeReply& reply) { return !reply; });
    if (failed == replies.end())
        return {StepState::Done, tr("changes are pushed"), {}};
    if (failed->error().kind == ErrorClass::NoPermission)
        return {StepState::Warning,
            tr("the user may not listen to changes: the keys are swept instead"),
            grantCommand(user, missingToListen(replies))};
    return {StepState::Warning,
        Substitute(tr("changes are not pushed, the keys are swept instead: $0"),
            trData(failed->error().text)),
        {}};
}

namespace {

using absl::Substitute;

constexpr std::size_t kMostSampled = 2000;
constexpr std::size_t kMostRounds = 20;
constexpr const char* kScanCount = "500";

bool isAddress(const std::string& host)
{
    asio::error_code notAnAddress;
    (void)asio::ip::make_address(host, notAnAddress);
    return !notAnAddress;
}

std::string loggedInText(const std::string& user)
{
    return user.empty() ? tr("logged in as the default user")
                        : Substitute(tr("logged in as user $0"), user);
}

std::string failureText(Step step, const Error& error, const std::string& user)
{
    std::string why = trData(error.text);
    if (why.ends_with('.')) // a server's sentence within ours
        why.pop_back();
    if (error.kind == ErrorClass::AuthRequired)
        return Substitute(tr("$0; enter its user and password"), why);
    if (error.kind == ErrorClass::WrongPassword)
        return user.empty()
            ? Substitute(tr("it refused the default user: wrong user or password ($0)"), why)
            : Substitute(tr("it refused user $0: wrong user or password ($1)"), user, why);
    if (step == Step::Lookup)
        return Substitute(tr("$0; check the host's name"), why);
    if (step == Step::Connection)
        return Substitute(
            tr("$0; is Redis running there, and does it listen on this address?"), why);
    if (step == Step::Login && error.kind == ErrorClass::Unreachable)
        return Substitute(tr("$0; the server is stopped, busy, or no Redis"), why);
    return why;
}

std::string sampleText(std::size_t keys, bool isPartial)
{
    if (isPartial)
        return keys == 1 ? tr("the first 1 key") : Substitute(tr("the first $0 keys"), keys);
    return keys == 1 ? tr("it has 1 key") : Substitute(tr("it has $0 keys"), keys);
}

} // namespace

MasterCheck::MasterCheck(CheckContext context, std::size_t index, std::function<void()> onDone)
    : m_context(std::move(context))
    , m_index(index)
    , m_onDone(std::move(onDone))
    , m_probes(watchProbes(m_context.deployment, isCluster()))
{ }

MasterCheck::~MasterCheck() = default;

const config::MasterConfig& MasterCheck::master() const
{
    return m_context.deployment.masters[m_index];
}

void MasterCheck::start()
{
    for (std::size_t step = 0; step < kSteps; ++step)
        report(static_cast<Step>(step), {});
    connect();
}

redis::ConnectionOptions MasterCheck::connectionOptions()
{
    redis::ConnectionOptions options;
    options.clientName = m_context.clientName;
    options.connectTimeout = m_context.deployment.timeout;
    options.silentAfter = m_context.deployment.timeout;
    options.tlsContexts = m_context.tlsContexts;
    options.onStage = m_lifetime.guard([this](redis::ConnectStage stage) { onStage(stage); });
    options.onLogin = m_lifetime.guard([this] { onLogin(); });
    // Else the subscription's confirmation ends the connection.
    options.onPush = [](const redis::Reply&) {};
    return options;
}

void MasterCheck::connect()
{
    redis::ConnectionOptions options = connectionOptions();
    if (const auto& group = master().sentinel) {
        m_group = std::make_unique<redis::SentinelWatch>(m_context.loop,
            redis::SentinelWatchOptions{.group = group->name,
                .sentinels = group->sentinels,
                .master = master().url,
                .id = master().id,
                .clientName = m_context.clientName,
                .timeout = m_context.deployment.timeout});
        options.target = m_group.get();
    }
    m_connection = std::make_unique<redis::Connection>(
        m_context.loop, master().id, master().url, std::move(options));
    askAll();
}

void MasterCheck::onStage(redis::ConnectStage stage)
{
    if (m_isOver)
        return;
    const redis::Url& url = master().url;
    if (stage == redis::ConnectStage::NameResolved)
        return report(Step::Lookup, {StepState::Done, tr("the name has an address"), {}});
    if (stage == redis::ConnectStage::TlsEstablished)
        return report(
            Step::Encryption, {StepState::Done, tr("TLS; its certificate is trusted"), {}});
    const auto address = m_connection->status().address;
    if (master().sentinel)
        report(Step::Lookup,
            {StepState::Done,
                address ? Substitute(tr("the Sentinels name $0"), *address)
                        : tr("the Sentinels name a master"),
                {}});
    else if (url.kind == redis::Url::Kind::Unix)
        report(Step::Lookup, {StepState::Skipped, tr("a socket file has no name to look up"), {}});
    else if (isAddress(url.host))
        report(Step::Lookup, {StepState::Skipped, tr("it is an address"), {}});
    report(Step::Connection,
        {StepState::Done, Substitute(tr("connected to $0"), address.value_or(url.redacted())), {}});
    if (url.kind == redis::Url::Kind::Unix)
        report(Step::Encryption, {StepState::Skipped, tr("not needed on this machine"), {}});
    else if (!url.tls)
        report(Step::Encryption, {StepState::Skipped, tr("no TLS: rediss:// would use it"), {}});
}

void MasterCheck::onLogin()
{
    if (!m_isOver)
        report(Step::Login, {StepState::Done, loggedInText(master().url.user), {}});
}

void MasterCheck::ask(
    const std::vector<redis::Command>& commands, std::function<void(Replies)> next)
{
    struct Collection {
        std::size_t missing;
        Replies replies;
        std::function<void(Replies)> next;
    };
    const auto collection
        = std::make_shared<Collection>(Collection{commands.size(), {}, std::move(next)});
    // The connection gives up earlier, with better reasons.
    const auto timeout = 4 * m_context.deployment.timeout;
    for (const redis::Command& command : commands)
        m_connection->send(
            command, timeout, m_lifetime.guard([this, collection](Result<redis::Reply>&& reply) {
                collection->replies.push_back(std::move(reply));
                if (--collection->missing == 0 && !m_isOver)
                    collection->next(std::move(collection->replies));
            }));
}

void MasterCheck::askAll()
{
    std::vector<redis::Command> commands{{"ROLE"}, {"INFO"}};
    for (const Probe& probe : m_probes)
        commands.push_back(probe.command);
    ask(commands, [this](const Replies& replies) { judgeServer(replies); });
}

void MasterCheck::judgeServer(const Replies& replies)
{
    // The connection survives error replies: each has its own failure.
    const redis::LinkStatus status = m_connection->status();
    if (!status.isUp())
        return failConnection(status.error.value_or(replies.front()
                ? Error{ErrorClass::ConnectionLost, trNoop("the connection broke", "data")}
                : replies.front().error()));
    m_serverInfo = replies[1];
    const Replies ofProbes(replies.begin() + 2, replies.end());
    report(Step::Permissions, judgePermissions(m_probes, ofProbes, master().url.user));
    report(Step::Role, judgeRole(replies[0], replies[1], master().id, isCluster()));
    identify();
    observe::ServerFacts facts{.user = master().url.user};
    observe::addInfo(facts, replies[1]);
    report(Step::Eviction, outcomeOf(words::evictionFact(facts)));
    report(Step::Memory, outcomeOf(words::memoryFact(facts)));
    report(Step::Persistence, outcomeOf(words::persistenceFact(facts)));
    askTime();
}

void MasterCheck::identify()
{
    const auto runId = m_connection->status().runId;
    if (!runId && !m_serverInfo && m_serverInfo.error().kind == ErrorClass::UnknownCommand)
        return report(Step::Identity,
            {StepState::Warning,
                tr("whether another master is the same server is not known, as the server has no "
                   "INFO"),
                {}});
    if (!runId)
        return report(Step::Identity,
            {StepState::Warning,
                tr("whether another master is the same server is not known, as the user lacks "
                   "+info"),
                grantCommand(master().url.user, {"+info"})});
    if (const auto refusal = m_context.voters.admit(master().id, runId))
        return report(Step::Identity, {StepState::Failed, trData(refusal->text), {}});
    report(Step::Identity, {StepState::Done, tr("no other master is this server"), {}});
}

void MasterCheck::askTime()
{
    ask({redis::Command{"TIME"}}, [this, sent = m_context.clock.wallNow()](const Replies& replies) {
        const auto offset
            = observe::clockOffsetOf(replies.front(), sent, m_context.clock.wallNow());
        observe::ServerFacts facts{.user = master().url.user};
        if (offset)
            facts.clock = *offset;
        else
            facts.clockError = offset.error();
        report(Step::Clock, outcomeOf(words::clockFact(facts)));
        sample({}, 0, 0);
    });
}

void MasterCheck::sample(const redis::ScanCursor& cursor, std::size_t seen, std::size_t rounds)
{
    ask({redis::Command{"SCAN", cursor.text(), "COUNT", kScanCount}},
        [this, cursor, seen, rounds](
            const Replies& replies) { onSample(replies.front(), cursor, seen, rounds + 1); });
}

void MasterCheck::onSample(
    const MaybeReply& reply, redis::ScanCursor cursor, std::size_t seen, std::size_t rounds)
{
    if (!reply) {
        report(Step::Keys,
            {StepState::Skipped, Substitute(tr("no key was found: $0"), trData(reply.error().text)),
                {}});
        return askForPush();
    }
    if (!cursor.advance(*reply))
        return endSample(seen);
    for (const redis::Reply& name : reply->elements[1].elements) {
        if (seen == kMostSampled)
            break;
        m_context.keys.add(name.text);
        ++seen;
    }
    if (cursor.isAtStart())
        return endSample(seen);
    if (seen == kMostSampled || rounds == kMostRounds) {
        m_isSamplePartial = true;
        return endSample(seen);
    }
    sample(cursor, seen, rounds);
}

void MasterCheck::endSample(std::size_t seen)
{
    m_isSampled = true;
    report(Step::Keys, {StepState::Done, sampleText(seen, m_isSamplePartial), {}});
    askForPush();
}

void MasterCheck::askForPush()
{
    const auto& patterns = m_context.deployment.patterns;
    if (isCluster() || (!patterns.empty() && redis::trackingPrefixes(patterns).empty())) {
        report(Step::Push,
            {StepState::Skipped,
                isCluster() ? tr("a Cluster pushes no changes: its keys are swept")
                            : tr("a pattern begins with a wildcard: the keys are swept"),
                {}});
        return finish();
    }
    // OFF needs the same right as ON. Last, as a subscriber takes no other commands.
    ask({redis::Command{"CLIENT", "ID"}, redis::Command{"CLIENT", "TRACKING", "OFF"},
            redis::Command{"SUBSCRIBE", redis::kInvalidations}},
        [this](const Replies& replies) {
            report(Step::Push, judgePush(replies, m_serverInfo, master().url.user));
            finish();
        });
}

void MasterCheck::failConnection(const Error& error)
{
    const redis::Url& url = master().url;
    const auto isPending = [this](Step step) {
        return m_states[static_cast<std::size_t>(step)] == StepState::Pending;
    };
    const bool isConnected = !isPending(Step::Connection);
    Step failed = Step::Permissions;
    if (error.kind == ErrorClass::TlsFailed
        || (isConnected && url.tls && isPending(Step::Encryption)))
        failed = Step::Encryption;
    else if (!isConnected)
        failed = error.text.starts_with("name lookup failed") || m_group ? Step::Lookup
                                                                         : Step::Connection;
    else if (isPending(Step::Login))
        failed = Step::Login;
    if (failed == Step::Connection && isPending(Step::Lookup))
        report(Step::Lookup, {StepState::Skipped, tr("nothing to look up"), {}});
    report(failed, {StepState::Failed, failureText(failed, error, master().url.user), {}});
    finish();
}

void MasterCheck::report(Step step, StepOutcome outcome)
{
    m_states[static_cast<std::size_t>(step)] = outcome.state;
    m_context.onStep({master().id, step, std::move(outcome)});
}

void MasterCheck::finish()
{
    m_isOver = true;
    for (std::size_t step = 0; step < kSteps; ++step) {
        if (m_states[step] == StepState::Pending)
            report(static_cast<Step>(step), {StepState::Skipped, tr("not reached"), {}});
    }
    // A handler of the connection must not destroy it.
    m_context.loop.post(m_lifetime.guard([this] {
        m_connection.reset();
        m_group.reset();
        m_onDone();
    }));
}

} // namespace lockkeeper::check
