// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zookeeper/protocol.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace lockkeeper::observe {

/// A node of ZooKeeper as far as it was read, and what is known below it.
struct Node {
    /// Longer data are no holder's, and are cut.
    static constexpr std::size_t kMostData = 1024;

    zookeeper::Stat stat{};
    std::string data{}; ///< its first kMostData bytes
    bool isRead = false; ///< `stat` and `data` are known
    std::map<std::string, std::unique_ptr<Node>, std::less<>> children{};

    [[nodiscard]] bool isEphemeral() const noexcept { return stat.ephemeralOwner != 0; }
    [[nodiscard]] Node* child(std::string_view name) const
    {
        const auto found = children.find(name);
        return found == children.end() ? nullptr : found->second.get();
    }
};

/// The path of the parent; empty for "/" and for a node beside it.
[[nodiscard]] inline std::string_view parentOf(std::string_view path)
{
    return path.substr(0, path.rfind('/'));
}
/// The last part of a path.
[[nodiscard]] inline std::string_view lastNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

/// The nodes of an ensemble that are known. Paths begin with a slash; the root's is empty. Not
/// thread-safe.
class NodeTree {
public:
    /// Null if it is not known.
    [[nodiscard]] const Node* find(std::string_view path) const { return findIn(m_root, path); }
    /// The node, which is added with its parents if it is not known.
    Node& add(std::string_view path)
    {
        Node* node = &m_root;
        while (!path.empty()) {
            auto& child = node->children[std::string(takeName(path))];
            if (!child) {
                child = std::make_unique<Node>();
                ++m_size;
            }
            node = child.get();
        }
        return *node;
    }
    /// Forgets the node and all below it.
    void remove(std::string_view path)
    {
        Node* const parent = path.empty() ? nullptr : findIn(m_root, parentOf(path));
        if (parent == nullptr)
            return;
        const auto found = parent->children.find(lastNameOf(path));
        if (found == parent->children.end())
            return;
        m_size -= sizeOf(*found->second);
        parent->children.erase(found);
    }
    void clear()
    {
        m_root = {};
        m_size = 0;
    }
    /// Without the root.
    [[nodiscard]] std::size_t size() const noexcept { return m_size; }

    /// Calls `each(path, node)` for all nodes, a parent before its children.
    template <class Each> void visit(Each each) const { visitBelow("", m_root, each); }

private:
    template <class AnyNode> static AnyNode* findIn(AnyNode& root, std::string_view path)
    {
        AnyNode* node = &root;
        while (node != nullptr && !path.empty())
            node = node->child(takeName(path));
        return node;
    }
    static std::string_view takeName(std::string_view& path)
    {
        path.remove_prefix(1);
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(name.size());
        return name;
    }
    static std::size_t sizeOf(const Node& node)
    {
        std::size_t size = 1;
        for (const auto& [name, child] : node.children)
            size += sizeOf(*child);
        return size;
    }
    template <class Each>
    static void visitBelow(const std::string& path, const Node& node, Each& each)
    {
        each(path, node);
        for (const auto& [name, child] : node.children)
            visitBelow(path + "/" + name, *child, each);
    }

    Node m_root;
    std::size_t m_size = 0;
};

} // namespace lockkeeper::observe
