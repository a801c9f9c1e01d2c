// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/usual_hold_table.h"

namespace lockkeeper::history {
namespace {

constexpr std::chrono::minutes kReadAgain{10};

} // namespace

observe::UsualHold readUsualHolds(const Place& place)
{
    if (!place.mayExist())
        return {};
    const auto reader = HistoryReader::open(place);
    if (!reader)
        return {};
    auto read = reader->usualHolds(kUsualSamples);
    if (!read)
        return {};
    const auto holds = std::make_shared<const UsualHolds>(std::move(*read));
    return [holds](const Resource& resource) -> std::optional<std::chrono::milliseconds> {
        const auto found = holds->find(resource);
        return found == holds->end() ? std::nullopt : std::optional(found->second.median);
    };
}

UsualHoldTable::UsualHoldTable(std::vector<Place> places)
    : m_latest(std::make_shared<Latest>(places.size()))
    , m_thread([this, places = std::move(places)](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            for (std::size_t i = 0; i < places.size() && !stop.stop_requested(); ++i) {
                auto holds = readUsualHolds(places[i]);
                const std::lock_guard guard(m_latest->mutex);
                m_latest->holds[i] = std::move(holds);
            }
            std::unique_lock guard(m_mutex);
            m_wake.wait_for(guard, stop, kReadAgain, [] { return false; });
        }
    })
{ }

observe::UsualHold UsualHoldTable::lookUp(std::size_t history) const
{
    return [latest = m_latest, history](
               const Resource& resource) -> std::optional<std::chrono::milliseconds> {
        const std::lock_guard guard(latest->mutex);
        const observe::UsualHold& holds = latest->holds[history];
        return holds ? holds(resource) : std::nullopt;
    };
}

} // namespace lockkeeper::history
