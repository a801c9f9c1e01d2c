// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/whois_runner.h"

namespace lockkeeper::ui {

WhoisRunner::WhoisRunner(
    config::Deployment deployment, Resource resource, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_resource(std::move(resource))
    , m_clock(clock)
{ }

WhoisRunner::~WhoisRunner()
{
    cancel();
}

void WhoisRunner::ask(std::optional<std::chrono::milliseconds> tap)
{
    m_isCancelled = false;
    m_worker.post([this, tap] {
        const observe::WhoisOptions options{
            .tap = tap, .isCancelled = [this] { return m_isCancelled.load(); }};
        auto answer = std::make_shared<const Result<observe::Whois>>(
            observe::whois(m_deployment, m_resource, options, m_clock));
        QMetaObject::invokeMethod(
            this, [this, answer] { Q_EMIT answered(answer); }, Qt::QueuedConnection);
    });
}

} // namespace lockkeeper::ui
