// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <utility>

namespace lockkeeper {

/// A static constant that is never destroyed: a loop's thread may use it during exit.
template <class T> class NeverDestroyed {
public:
    template <class... Arguments>
    explicit NeverDestroyed(Arguments&&... arguments)
        : m_value(::new (static_cast<void*>(m_storage)) T(std::forward<Arguments>(arguments)...))
    { }
    NeverDestroyed(const NeverDestroyed&) = delete;
    NeverDestroyed(NeverDestroyed&&) = delete; // else the template takes it
    NeverDestroyed& operator=(const NeverDestroyed&) = delete;

    [[nodiscard]] const T& operator*() const noexcept { return *m_value; }

private:
    alignas(T) unsigned char m_storage[sizeof(T)];
    T* m_value;
};

} // namespace lockkeeper
