/** The extension of the cluster's figure: it sends messages to its peers on other nodes and answers theirs. */
@NullMarked
package dev.spine.extension.experiment;

import org.jspecify.annotations.NullMarked;
