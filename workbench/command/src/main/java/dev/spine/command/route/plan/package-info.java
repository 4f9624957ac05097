/**
 * What a router is to be: its cards, ports and tables, before anything runs.
 *
 * <ul>
 *   <li>{@link RoutePlan} is the whole of it. It comes from a table file ({@link StaticTable}), from a system file
 *       ({@link DescribedRouter}), or from the options of the command.
 *   <li>{@link CardLayout} gives ports to cards, {@link TableMemory} says how large the tables on the cards are.
 * </ul>
 */
@NullMarked
package dev.spine.command.route.plan;

import org.jspecify.annotations.NullMarked;
