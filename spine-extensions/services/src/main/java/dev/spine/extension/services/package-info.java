/**
 * Services that ride beside the router on a card, each an extension of its own in an explicit order.
 *
 * <p>Of those that SPINE SIGOPS 1998, 4.3, names there are packet filtering ({@code filter}), accounting ({@code accounting}),
 * masquerading ({@code nat}), virtual hosting ({@code hosting}), multicast of an application ({@code multicast}) and lazy processing of
 * what is received ({@code lrp}); the other packages are services beside them. What several of them need is in {@code packet} and
 * {@code connection}. docs/services.md is for users, and says how to add one.
 */
@NullMarked
package dev.spine.extension.services;

import org.jspecify.annotations.NullMarked;
