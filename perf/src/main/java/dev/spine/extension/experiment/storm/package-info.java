/**
 * The extension of a storm of messages. In a package of its own, because all of a package is loaded with an extension.
 */
@NullMarked
package dev.spine.extension.experiment.storm;

import org.jspecify.annotations.NullMarked;
