// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace lockkeeper {

/// Disables callbacks of an object that is gone. Declare it as the last member. Run guarded
/// callbacks, and destroy the object, on the loop's thread; otherwise call end() there first.
class Lifetime {
public:
    Lifetime() = default;
    ~Lifetime() { end(); }
    Lifetime(const Lifetime&) = delete;
    Lifetime& operator=(const Lifetime&) = delete;

    void end() noexcept
    {
        // A destructor may run on another thread.
        if (const auto isAlive = std::exchange(m_isAlive, nullptr))
            *isAlive = false;
    }

    /// Disables only earlier guarded callbacks.
    void restart()
    {
        end();
        m_isAlive = std::make_shared<bool>(true);
    }

    template <class F> [[nodiscard]] auto guard(F callback) const
    {
        return [isAlive = m_isAlive, callback = std::move(callback)]<class... Arguments>(
                   Arguments&&... arguments) mutable {
            if (isAlive && *isAlive)
                callback(std::forward<Arguments>(arguments)...);
        };
    }

private:
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true);
};

} // namespace lockkeeper
