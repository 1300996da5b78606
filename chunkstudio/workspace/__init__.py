"""One file that keeps documents, profile versions, rules, question sets, evaluations, approvals and chunk sets together."""
