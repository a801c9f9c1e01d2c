// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/connection_check.h"

#include "core/check/master_check.h"
#include "core/config/ensemble.h"
#include "core/lock/token.h"
#include "core/loop/event_loop.h"
#include "core/loop/scheduler.h"
#include "core/redis/tls_contexts.h"
#include "core/text/translate.h"
#include "core/zookeeper/client.h"
#include "core/zookeeper/protocol.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <utility>

namespace lockkeeper::check {

/// Checks a ZooKeeper ensemble: session, right to list, pushed changes. Thread: the loop's; calls
/// nothing once destroyed.
class EnsembleCheck {
public:
    EnsembleCheck(const CheckContext& context, std::function<void(std::size_t nodes)> onDone);
    ~EnsembleCheck();
    EnsembleCheck(const EnsembleCheck&) = delete;
    EnsembleCheck& operator=(const EnsembleCheck&) = delete;

    /// First reports every step as Pending. Calls `onDone` once, with the number of top nodes.
    void start();

private:
    void onConnected();
    void onChildren(Result<std::optional<zookeeper::NodeChildren>> children);
    void fail(const Error& error);
    void report(Step step, StepState state, std::string text);
    void finish();
    [[nodiscard]] const config::MasterConfig& master() const;

    const CheckContext& m_context;
    std::function<void(std::size_t nodes)> m_onDone;
    std::array<bool, kSteps> m_areTold{};
    std::size_t m_nodes = 0;
    bool m_isConnected = false;
    std::unique_ptr<zookeeper::Client> m_client;
};

namespace {

Step failedStep(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::TlsFailed:
        return Step::Encryption;
    case ErrorClass::WrongPassword:
        return Step::Login;
    default:
        return Step::Connection;
    }
}

} // namespace

EnsembleCheck::EnsembleCheck(
    const CheckContext& context, std::function<void(std::size_t nodes)> onDone)
    : m_context(context)
    , m_onDone(std::move(onDone))
{ }

EnsembleCheck::~EnsembleCheck() = default;

const config::MasterConfig& EnsembleCheck::master() const
{
    return m_context.deployment.masters.front();
}

void EnsembleCheck::report(Step step, StepState state, std::string text)
{
    if (!m_onDone)
        return;
    m_areTold[static_cast<std::size_t>(step)] = state != StepState::Pending;
    m_context.onStep({master().id, step, {state, std::move(text), {}}});
}

void EnsembleCheck::start()
{
    for (std::size_t step = 0; step < kSteps; ++step)
        report(static_cast<Step>(step), StepState::Pending, {});
    m_client = std::make_unique<zookeeper::Client>(m_context.loop,
        zookeeper::ClientOptions{.servers = config::serversOf(master()),
            .master = master().id,
            .connectTimeout = m_context.deployment.timeout,
            .timeout = m_context.deployment.timeout,
            .tlsContexts = m_context.tlsContexts});
    m_client->whenReady([this](const Result<void>& ready) {
        m_isConnected = ready.has_value();
        if (ready)
            onConnected();
        else
            fail(ready.error());
    });
}

void EnsembleCheck::onConnected()
{
    const redis::LinkStatus status = m_client->status();
    const redis::Url& url = master().url;
    report(Step::Connection, StepState::Done,
        absl::Substitute(tr("connected to $0"), status.address.value_or("")));
    report(Step::Encryption, url.tls ? StepState::Done : StepState::Skipped,
        url.tls ? tr("TLS; its certificate is trusted") : tr("no TLS: zks:// would use it"));
    report(Step::Login, url.user.empty() ? StepState::Skipped : StepState::Done,
        url.user.empty() ? tr("no user is named")
                         : absl::Substitute(tr("logged in as user $0"), url.user));
    const bool isReadOnly = status.role == zookeeper::kReadOnlyRole;
    report(Step::Role, isReadOnly ? StepState::Warning : StepState::Done,
        isReadOnly ? tr("it has no quorum: it can only be read") : tr("it has a quorum"));
    const std::string& root = master().ensemble->root;
    const std::string top = root.empty() ? "/" : root;
    m_client->addWatch(top, [this](const Result<void>& watched) {
        report(Step::Push, watched ? StepState::Done : StepState::Warning,
            watched
                ? std::string(tr("changes are pushed"))
                : absl::Substitute(tr("changes are not pushed, the nodes are listed instead: $0"),
                    trData(watched.error().text)));
    });
    m_client->getChildren(top, [this](Result<std::optional<zookeeper::NodeChildren>> children) {
        onChildren(std::move(children));
    });
}

void EnsembleCheck::onChildren(Result<std::optional<zookeeper::NodeChildren>> children)
{
    if (!children)
        return fail(children.error());
    if (!*children) {
        report(Step::Permissions, StepState::Warning, tr("there is no such path yet"));
    } else {
        m_nodes = (*children)->names.size();
        report(Step::Permissions, StepState::Done, tr("its nodes may be listed"));
        report(Step::Keys, StepState::Done,
            absl::Substitute(tr("it has $0 nodes at its top"), m_nodes));
    }
    finish();
}

void EnsembleCheck::fail(const Error& error)
{
    const Step step = m_isConnected ? Step::Permissions : failedStep(error.kind);
    if (!m_isConnected && step != Step::Connection)
        report(Step::Connection, StepState::Done,
            absl::Substitute(tr("connected to $0"), m_client->status().address.value_or("")));
    report(step, StepState::Failed, trData(error.text));
    finish();
}

void EnsembleCheck::finish()
{
    if (!m_onDone)
        return;
    for (std::size_t step = 0; step < kSteps; ++step) {
        if (!m_areTold[step])
            report(static_cast<Step>(step), StepState::Skipped, {});
    }
    std::exchange(m_onDone, nullptr)(m_nodes);
}

struct ConnectionCheck::Private {
    Private(config::Deployment checked, const Clock& clock, Handlers wanted)
        : deployment(std::move(checked))
        , handlers(std::move(wanted))
        , context{loop, clock, deployment, voters, keys, std::make_shared<redis::TlsContexts>(),
              lock::Owner::thisProcess("lockkeeper").connectionName(), handlers.onStep}
    { }
    ~Private() { loop.stop(); }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

    void start()
    {
        missing = deployment.masters.size();
        if (missing == 0)
            return handlers.onFinished({});
        if (deployment.otherStore() != nullptr) {
            ensemble = std::make_unique<EnsembleCheck>(
                context, [this](std::size_t nodes) { handlers.onFinished({.keys = nodes}); });
            return ensemble->start();
        }
        for (std::size_t i = 0; i < deployment.masters.size(); ++i)
            checks.push_back(std::make_unique<MasterCheck>(context, i, [this] { onMasterDone(); }));
        for (const auto& check : checks)
            check->start();
    }

    void onMasterDone()
    {
        if (--missing != 0)
            return;
        const auto isPartial = [](const auto& check) { return check->isSamplePartial(); };
        const auto isSampled = [](const auto& check) { return check->isSampled(); };
        handlers.onFinished({keys.prefixes(kMostPrefixes), keys.keys(),
            std::ranges::any_of(checks, isPartial), std::ranges::any_of(checks, isSampled)});
    }

    EventLoop loop;
    const config::Deployment deployment;
    const Handlers handlers;
    masters::VoterRoll voters;
    PrefixTally keys;
    const CheckContext context;
    std::size_t missing = 0;
    std::vector<std::unique_ptr<MasterCheck>> checks;
    std::unique_ptr<EnsembleCheck> ensemble; ///< in place of `checks`
};

ConnectionCheck::ConnectionCheck(
    config::Deployment deployment, const Clock& clock, Handlers handlers)
    : m_d(std::make_unique<Private>(std::move(deployment), clock, std::move(handlers)))
{
    m_d->loop.post([d = m_d.get()] { d->start(); });
}

ConnectionCheck::~ConnectionCheck() = default;

} // namespace lockkeeper::check
