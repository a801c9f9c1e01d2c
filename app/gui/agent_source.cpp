// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/agent_source.h"

#include "core/text/display_safe.h"

namespace lockkeeper::gui {
namespace {

class AgentSource final : public ui::UpdateSource {
public:
    AgentSource(const agent::AgentAddress& address, const agent::Hello& known, const Clock& clock,
        observe::Watcher::UpdateHandler onUpdate)
        : m_client(address, known, clock, std::move(onUpdate))
    { }

private:
    agent::AgentClient m_client;
};

} // namespace

ui::ViaAgent viaAgent(
    const agent::AgentAddress& address, const agent::Hello& known, const Clock& clock)
{
    const auto start = [address, known, &clock](observe::Watcher::UpdateHandler onUpdate) {
        return std::make_unique<AgentSource>(address, known, clock, std::move(onUpdate));
    };
    return {QString::fromStdString(displaySafe(address.url)), start};
}

} // namespace lockkeeper::gui
