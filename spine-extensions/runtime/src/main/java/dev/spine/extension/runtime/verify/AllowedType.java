package dev.spine.extension.runtime.verify;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A type outside the image that an extension may name.
 *
 * @param name internal name
 * @param isOpen whether the image may extend or implement it
 * @param isInterface whether it is an interface
 * @param supertypes internal names of those of its supertypes that are in the list
 * @param methods name and descriptor, together, to method
 * @param fields name, blank and descriptor of each field that may be read
 */
record AllowedType(String name, boolean isOpen, boolean isInterface, List<String> supertypes, Map<String, AllowedMember> methods,
    Set<String> fields) {
}
