// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <utility>

namespace lockkeeper {

/// Holder of a static constant that is created once and never destroyed, because the thread of a
/// loop may still use it while the program exits.
template <class T> class NeverDestroyed {
public:
    template <class... Arguments>
    explicit NeverDestroyed(Arguments&&... arguments)
        : m_value(::new (static_cast<void*>(m_storage)) T(std::forward<Arguments>(arguments)...))
    { }
    NeverDestroyed(const NeverDestroyed&) = delete;
    NeverDestroyed(NeverDestroyed&&) = delete; // the template would take it for an argument
    NeverDestroyed& operator=(const NeverDestroyed&) = delete;

    [[nodiscard]] const T& operator*() const noexcept { return *m_value; }

private:
    alignas(T) unsigned char m_storage[sizeof(T)];
    T* m_value;
};

} // namespace lockkeeper
