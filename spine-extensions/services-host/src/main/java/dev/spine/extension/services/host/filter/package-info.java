/**
 * Compiles packet filters on the host: from an expression as tcpdump takes it to an image that a runtime loads.
 *
 * <p>The way of an expression: {@link ExpressionParser} makes a tree of it ({@link Expression}); {@link FilterLowering} says in terms of
 * loads and comparisons what the tree means ({@link Condition}); {@link DecisionGraph} orders the comparisons so that none is made whose
 * outcome is known by those before it, with all rules of a filter in one graph; {@link FilterCode} writes the graph as a method in which a
 * comparison is a branch, no byte is loaded twice on any way, and no bound is checked twice; {@link FilterCompiler} puts rules through all
 * of it and packs the image. {@link ExpressionInterpreter} walks the tree instead: what compiled filters are compared with.
 *
 * <p>The meaning of expressions is that of libpcap 1.10 for Ethernet (its gencode.c and pcap-filter(7)), with one reading made strict:
 * a load that leaves the packet makes the expression false, whatever is around it.
 */
@NullMarked
package dev.spine.extension.services.host.filter;

import org.jspecify.annotations.NullMarked;
