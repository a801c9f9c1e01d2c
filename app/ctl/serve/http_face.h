// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/serve/board_store.h"
#include "app/ctl/serve/http_text.h"
#include "app/ctl/serve/logins.h"
#include "app/ctl/serve/page_store.h"
#include "app/ctl/serve/page_text.h"
#include "core/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockkeeper::ctl {

/// The token that clients must show, or none. Keeps only a hash. Thread-safe.
class AccessToken {
public:
    AccessToken() = default;
    /// InvalidArgument unless it has 16 to 512 characters that isToken68().
    [[nodiscard]] static Result<AccessToken> of(std::string_view token);
    /// From the private `file`, else LOCKKEEPER_SERVE_TOKEN, else none. Ignores the last line end.
    /// InvalidArgument if both are set.
    [[nodiscard]] static Result<AccessToken> read(const std::string& file);

    [[nodiscard]] bool isNeeded() const noexcept { return !m_hash.empty(); }
    /// True if an `Authorization` header shows the token, or none is needed. Constant time.
    [[nodiscard]] bool allows(std::string_view authorization) const;
    [[nodiscard]] bool is(std::string_view shown) const;

private:
    std::string m_hash;
};

/// For browsers of `lockctl serve --board`. Thread-safe.
struct PageService {
    PageText text;
    std::string cookie; ///< name with the port, which cookies ignore
    Logins logins;
    const Clock& clock;
};

/// Must outlive the face.
struct ServedBoard {
    std::string name; ///< empty: the only one
    BoardStore& store;
    PageStore* page = nullptr;
};

/// Decides `lockctl serve`'s answers. With --all, each deployment is below `/deployments/NAME`.
/// Thread-safe.
class HttpFace {
public:
    /// `page` may be null.
    HttpFace(std::vector<ServedBoard> boards, MetricsTexts& metrics, AccessToken token,
        std::unique_ptr<PageService> page = {})
        : m_boards(std::move(boards))
        , m_metrics(metrics)
        , m_token(std::move(token))
        , m_page(std::move(page))
    { }

    /// Blocks while a text is made. Without the token, 401 except for the login and the page.
    [[nodiscard]] Answer answer(const Question& question) const;

private:
    struct Place {
        const ServedBoard* board = nullptr; ///< null: of all deployments
        std::string_view path{};
    };

    [[nodiscard]] bool isOfAll() const { return !m_boards.front().name.empty(); }
    [[nodiscard]] std::optional<Place> placeOf(std::string_view path) const;
    [[nodiscard]] std::string loginOf(const Question& question) const;
    [[nodiscard]] bool isForAnybody(const Question& question) const;
    [[nodiscard]] bool isKnown(const Place& place) const;
    [[nodiscard]] Answer answerUnknown(const Question& question) const;
    [[nodiscard]] Answer answerRead(const Question& question, const Place& place) const;
    [[nodiscard]] Answer answerPost(const Question& question) const;
    [[nodiscard]] Answer answerLogin(const Question& question) const;
    [[nodiscard]] Answer answerPage(std::string_view path) const;
    [[nodiscard]] Answer answerPagePart(const Question& question, const Place& place) const;
    [[nodiscard]] Answer answerHealth(const Place& place) const;
    [[nodiscard]] Answer answerMetrics(const std::string& accept) const;
    [[nodiscard]] Answer answerDeployments() const;
    [[nodiscard]] Answer answerDeploymentsOfPage(Language language) const;
    [[nodiscard]] Answer answerEvents(const Question& question, const Place& place) const;

    const std::vector<ServedBoard> m_boards;
    MetricsTexts& m_metrics;
    AccessToken m_token;
    std::unique_ptr<PageService> m_page;
};

} // namespace lockkeeper::ctl
