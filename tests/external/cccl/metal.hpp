// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's tests make their lists of types with the library Metal, which Debian does not package. This
// is what they use of it.
#ifndef METAL_HPP
#define METAL_HPP

#include <tuple>
#include <type_traits>
#include <utility>

namespace metal {

template <auto value> using number = std::integral_constant<decltype(value), value>;

template <typename... Types> struct list {};
template <typename First, typename Second> using pair = list<First, Second>;

namespace detail {

template <typename List> struct Parts;
template <typename... Types> struct Parts<list<Types...>> {
  static constexpr auto size = sizeof...(Types);
  template <typename Index> using At = std::tuple_element_t<Index::value, std::tuple<Types...>>;
};

template <typename... Lists> struct Joined;
template <> struct Joined<> {
  using Result = list<>;
};
template <typename... Types> struct Joined<list<Types...>> {
  using Result = list<Types...>;
};
template <typename... A, typename... B, typename... More>
struct Joined<list<A...>, list<B...>, More...> {
  using Result = typename Joined<list<A..., B...>, More...>::Result;
};

template <typename Row, typename List> struct Continued;
template <typename... Row, typename... Types> struct Continued<list<Row...>, list<Types...>> {
  using Result = list<list<Row..., Types>...>;
};

template <typename Rows, typename... Lists> struct Cartesian {
  using Result = Rows;
};
template <typename... Rows, typename List, typename... More>
struct Cartesian<list<Rows...>, List, More...> {
  using Next = typename Joined<typename Continued<Rows, List>::Result...>::Result;
  using Result = typename Cartesian<Next, More...>::Result;
};

template <typename Start, typename Stride, typename Indices> struct Iota;
template <typename Start, typename Stride, std::size_t... indices>
struct Iota<Start, Stride, std::index_sequence<indices...>> {
  using Result = list<number<Start::value + Stride::value * indices>...>;
};

} // namespace detail

template <typename List> using size = number<detail::Parts<List>::size>;
template <typename List, typename Index>
using at = typename detail::Parts<List>::template At<Index>;
template <typename Pair> using first = at<Pair, number<0>>;
template <typename Pair> using second = at<Pair, number<1>>;
template <typename... Lists>
using cartesian = typename detail::Cartesian<list<list<>>, Lists...>::Result;
template <typename Start, typename Size, typename Stride>
using iota = typename detail::Iota<Start, Stride, std::make_index_sequence<Size::value>>::Result;

} // namespace metal

#endif // METAL_HPP
