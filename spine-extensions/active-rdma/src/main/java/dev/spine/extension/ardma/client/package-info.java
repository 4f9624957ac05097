/**
 * The card half of a client: {@link dev.spine.extension.ardma.client.ClientExtension} takes requests from its host to servers, and answers
 * back.
 */
@NullMarked
package dev.spine.extension.ardma.client;

import org.jspecify.annotations.NullMarked;
