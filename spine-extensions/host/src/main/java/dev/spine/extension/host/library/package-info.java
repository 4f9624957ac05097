/**
 * What libraries of the host have in common that have a card half, an extension which does most of their work: the way to it ({@link
 * dev.spine.extension.host.library.ExtensionPort}), what they need of their node ({@link dev.spine.extension.host.library.HostSide}), and
 * how they report what was not done ({@link dev.spine.extension.host.library.InterfaceException}).
 */
@NullMarked
package dev.spine.extension.host.library;

import org.jspecify.annotations.NullMarked;
