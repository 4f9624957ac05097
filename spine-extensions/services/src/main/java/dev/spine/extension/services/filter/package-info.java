/**
 * The card half of the packet filter: what a compiled filter is below its rules.
 *
 * <p>The host compiles rules to one class that extends {@link FilterExtension} and decides about each packet; the image that a runtime
 * loads is that class and this package. It is verified and metered as any extension. As DPF compiled filters to machine code (Engler and
 * Kaashoek, "DPF: Fast, Flexible Message Demultiplexing using Dynamic Code Generation", SIGCOMM 1996), the code has the values of the rules
 * in it: nothing of the rules is interpreted while packets come.
 */
@NullMarked
package dev.spine.extension.services.filter;

import org.jspecify.annotations.NullMarked;
