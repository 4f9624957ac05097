/**
 * Calls from one extension into another through interfaces of which each side has a class of its own.
 *
 * <p>{@link dev.spine.extension.runtime.service.Contract} reads an interface and says whether it can be a service; two contracts that are
 * equal fit. For each side one class is generated with the JDK's Class-File API, in a class loader of its own below that of the extension:
 * {@link dev.spine.extension.runtime.service.CallerSide} implements the caller's interface and puts parameters into a
 * {@link dev.spine.extension.runtime.service.CallFrame}; {@link dev.spine.extension.runtime.service.ExporterSide} takes them out and calls
 * the exporter's object. Only numbers, texts and references of the runtime go through the frame. Who may call, who pays and what happens to
 * failures is decided between the two, in the runtime's core.
 */
@NullMarked
package dev.spine.extension.runtime.service;

import org.jspecify.annotations.NullMarked;
