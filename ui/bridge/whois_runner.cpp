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
    const auto look = [this, tap] {
        const observe::WhoisOptions options{
            .tap = tap, .isCancelled = [this] { return m_isCancelled.load(); }};
        return std::make_shared<const Result<observe::Whois>>(
            observe::whois(m_deployment, m_resource, options, m_clock));
    };
    m_tasks.run(this, look, [this](const WhoisAnswer& answer) { Q_EMIT answered(answer); });
}

} // namespace lockkeeper::ui
