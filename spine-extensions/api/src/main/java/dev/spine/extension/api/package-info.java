/** What the author of an extension sees, and all that an extension may link against. */
@NullMarked
package dev.spine.extension.api;

import org.jspecify.annotations.NullMarked;
