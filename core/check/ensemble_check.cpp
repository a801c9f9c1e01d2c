// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/check/ensemble_check.h"

#include "core/config/ensemble.h"
#include "core/loop/event_loop.h"
#include "core/text/translate.h"
#include "core/zookeeper/protocol.h"

#include <absl/strings/substitute.h>
#include <utility>

namespace lockkeeper::check {
namespace {

/// Where a session's beginning failed.
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
    if (!m_onDone) // it is over
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

} // namespace lockkeeper::check
