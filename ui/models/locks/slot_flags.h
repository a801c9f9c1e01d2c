// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

namespace lockkeeper::ui {

/// A flag for each slot of a table; false at first.
class SlotFlags {
public:
    void resize(int slots) { m_flags.resize(static_cast<std::size_t>(slots)); }
    /// Sets all to false. Returns true if that is a change.
    bool clear()
    {
        m_flags.assign(m_flags.size(), false);
        return std::exchange(m_count, 0) > 0;
    }
    /// How many are true.
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] bool operator[](int slot) const { return m_flags[at(slot)]; }
    /// Returns true if that is a change.
    bool set(int slot, bool isOn)
    {
        const bool wasOn = m_flags[at(slot)];
        m_flags[at(slot)] = isOn;
        m_count += (isOn ? 1 : 0) - (wasOn ? 1 : 0);
        return wasOn != isOn;
    }

private:
    static std::size_t at(int slot) { return static_cast<std::size_t>(slot); }
    std::vector<bool> m_flags;
    int m_count = 0;
};

} // namespace lockkeeper::ui
