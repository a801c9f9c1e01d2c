// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lock/metrics.h"
#include "core/redis/transport.h"

#include <memory>

namespace lockkeeper::lock {

/// Reports the reply times of another transport, which must outlive it.
class MeteredTransport final : public redis::Transport {
public:
    explicit MeteredTransport(redis::Transport& master)
        : m_master(master)
    { }

    void setMetrics(std::shared_ptr<Metrics> metrics) { m_metrics = std::move(metrics); }

    [[nodiscard]] const MasterId& master() const noexcept override { return m_master.master(); }
    [[nodiscard]] redis::LinkStatus status() const override { return m_master.status(); }
    [[nodiscard]] std::optional<Error> outageOf(std::string_view key) const override
    {
        return m_master.outageOf(key);
    }
    [[nodiscard]] std::optional<SteadyTime> forgotAt() const override
    {
        return m_master.forgotAt();
    }
    void confirmRole() override { m_master.confirmRole(); }
    void confirmHistory() override { m_master.confirmHistory(); }
    void send(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;
    void sendAll(const redis::Pipeline& commands, std::chrono::milliseconds timeout,
        const Handler& handler) override;
    void sendUndo(
        const redis::Command& command, std::chrono::milliseconds timeout, Handler handler) override;

private:
    [[nodiscard]] Handler metered(Handler handler) const;

    redis::Transport& m_master;
    std::shared_ptr<Metrics> m_metrics;
};

} // namespace lockkeeper::lock
