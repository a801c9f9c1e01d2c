// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace lockkeeper {

/// Keeps callbacks from reaching an object that is gone. A member of the object, declared last, so
/// that it ends first. Call end(), if the object is not
/// destroyed on it, and the guarded callbacks on one thread, the loop's.
class Lifetime {
public:
    Lifetime() = default;
    ~Lifetime() { end(); }
    Lifetime(const Lifetime&) = delete;
    Lifetime& operator=(const Lifetime&) = delete;

    /// From now on guarded callbacks do nothing. For objects that stop before they are destroyed.
    void end() noexcept
    {
        // Not twice: a destructor may run on another thread than the callbacks.
        if (const auto isAlive = std::exchange(m_isAlive, nullptr))
            *isAlive = false;
    }

    /// Guarded callbacks of before do nothing from now on, those of later do.
    void restart()
    {
        end();
        m_isAlive = std::make_shared<bool>(true);
    }

    /// `callback`, which does nothing once the object is gone. Its result is dropped.
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
