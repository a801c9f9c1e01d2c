// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/access_token.h"
#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/http_text.h"

#include <utility>

namespace lockkeeper::ctl {

/// Decides what clients of `lockctl serve` get: who may ask, and what there is. Knows neither
/// sockets nor the syntax of HTTP. Thread-safe.
class HttpFace {
public:
    /// `store` must outlive this object.
    HttpFace(BoardStore& store, AccessToken token)
        : m_store(store)
        , m_token(std::move(token))
    { }

    /// Blocks while a text is made. What a client without the token asks for is not looked at: it
    /// gets 401 whatever that is.
    [[nodiscard]] Answer answer(const Question& question) const;

private:
    [[nodiscard]] Answer answerHealth() const;
    [[nodiscard]] Answer answerMetrics(const std::string& accept) const;
    [[nodiscard]] Answer answerLocks() const;
    [[nodiscard]] Answer answerEvents(const Question& question) const;

    BoardStore& m_store;
    AccessToken m_token;
};

} // namespace lockkeeper::ctl
