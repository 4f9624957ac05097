/**
 * Handlers in Wasm, run by Chicory on the Java virtual machine: what metered extensions are compared with.
 *
 * <p>{@link WasmHandlers} has the module, which {@code wat2wasm} makes of the text beside it,
 * and {@link WasmSubject} has Chicory compile it to byte code. A Wasm function sees its linear memory and nothing else,
 * so a packet that lies in a card's memory is copied there first; each handler of packets is also called without that copy.
 */
@NullMarked
package dev.spine.perf.benchmarks.wasm;

import org.jspecify.annotations.NullMarked;
