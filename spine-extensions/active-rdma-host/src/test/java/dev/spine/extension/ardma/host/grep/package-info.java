/** Remote grep, against grep itself, the JDK's expressions, and itself in other forms. */
@NullMarked
package dev.spine.extension.ardma.host.grep;

import org.jspecify.annotations.NullMarked;
