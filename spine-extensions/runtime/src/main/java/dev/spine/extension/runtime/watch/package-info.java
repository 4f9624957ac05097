/**
 * Who looks on while extensions run: the watchdog, to which {@link dev.spine.extension.runtime.watch.CardGuests} says whose code runs, and
 * an observer, which {@link dev.spine.extension.runtime.watch.ActivationWatch} puts between instances and their context.
 */
@NullMarked
package dev.spine.extension.runtime.watch;

import org.jspecify.annotations.NullMarked;
