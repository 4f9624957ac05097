/**
 * Handlers in Wasm, run by Chicory on the Java virtual machine: what metered extensions are compared with.
 *
 * <p>{@link WasmHandlers} is the text of the handlers, {@link WasmCode} and
 * {@link WasmModuleWriter} make a binary module of it (WebAssembly Core Specification 2.0, chapter 5),
 * and {@link WasmSubject} has Chicory compile it to byte code. A Wasm function sees its linear memory and nothing else,
 * so a packet that lies in a card's memory is copied there first; each handler of packets is also called without that copy.
 */
@NullMarked
package dev.spine.perf.benchmarks.wasm;

import org.jspecify.annotations.NullMarked;
