// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/usual_hold_table.h"

namespace lockkeeper::history {
namespace {

constexpr std::chrono::minutes kReadAgain{10};

} // namespace

observe::UsualHold readUsualHolds(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return {};
    const auto reader = HistoryReader::open(file);
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

UsualHoldTable::UsualHoldTable(std::vector<std::filesystem::path> files)
    : m_latest(std::make_shared<Latest>(files.size()))
    , m_thread([this, files = std::move(files)](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            for (std::size_t i = 0; i < files.size() && !stop.stop_requested(); ++i) {
                auto holds = readUsualHolds(files[i]);
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
