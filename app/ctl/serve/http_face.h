// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/access_token.h"
#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/http_text.h"
#include "app/ctl/serve/logins.h"
#include "app/ctl/serve/page_store.h"
#include "app/ctl/serve/page_text.h"

#include <memory>
#include <utility>

namespace lockkeeper::ctl {

/// What browsers get of `lockctl serve --board`. Thread-safe.
struct PageService {
    PageStore& store;
    PageText text;
    std::string cookie; ///< its name: another one for another port, as cookies know no ports
    Logins logins;
};

/// Decides what clients of `lockctl serve` get: who may ask, and what there is. Knows neither
/// sockets nor the syntax of HTTP. Thread-safe.
class HttpFace {
public:
    /// `store` must outlive this object. `page`: null: there is none.
    HttpFace(BoardStore& store, AccessToken token, std::unique_ptr<PageService> page = {})
        : m_store(store)
        , m_token(std::move(token))
        , m_page(std::move(page))
    { }

    /// Blocks while a text is made. What a client without the token asks for is not looked at: it
    /// gets 401 whatever that is, but for the page without data and the login.
    [[nodiscard]] Answer answer(const Question& question) const;

private:
    /// The login that the question's cookie names, if it is one; else empty.
    [[nodiscard]] std::string loginOf(const Question& question) const;
    [[nodiscard]] bool isForAnybody(const Question& question) const;
    [[nodiscard]] bool isKnown(const std::string& path) const;
    [[nodiscard]] Answer answerRead(const Question& question) const;
    [[nodiscard]] Answer answerPost(const Question& question) const;
    [[nodiscard]] Answer answerLogin(const Question& question) const;
    [[nodiscard]] Answer answerPage(const Question& question) const;
    [[nodiscard]] Answer answerHealth() const;
    [[nodiscard]] Answer answerMetrics(const std::string& accept) const;
    [[nodiscard]] Answer answerLocks() const;
    [[nodiscard]] Answer answerEvents(const Question& question) const;

    BoardStore& m_store;
    AccessToken m_token;
    std::unique_ptr<PageService> m_page;
};

} // namespace lockkeeper::ctl
